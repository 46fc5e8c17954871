import { offerPage } from '@/lib/content/offer'
import type { VisitorsOffer } from '@/lib/offers/queries'
import type { partiesOf } from '@/lib/offers/text'

const words = offerPage.signatures

type Parties = ReturnType<typeof partiesOf>

export function OurSignature({ firm, signedBy, isOpen }: Parties & { isOpen: boolean }) {
  return (
    <>
      {/* Older texts do not name our party. */}
      {firm && signedBy && (
        <>
          <p dir="auto" className="offer-signature">
            {signedBy}
          </p>
          <p dir="auto">{words.ours(firm)}</p>
        </>
      )}
      {isOpen && (
        <p className="offer-question">
          <b>{offerPage.questions.title}</b> <span>{offerPage.questions.lead}</span>
        </p>
      )}
    </>
  )
}

interface TheirSignatureProps {
  parties: Parties
  acceptance: VisitorsOffer['acceptance']
  acceptanceText: string | null
  isOpen: boolean
}

/** While the offer can be accepted it is only in print: the screen has the form instead. */
export function TheirSignature({ parties, acceptance, acceptanceText, isOpen }: TheirSignatureProps) {
  const { forName = '' } = parties
  return (
    <div className={isOpen ? 'offer-on-paper' : undefined}>
      {acceptance ? (
        <p dir="auto" className="offer-signature">
          {acceptance.typed_name ?? forName}
        </p>
      ) : (
        <p className="offer-signature offer-unsigned">{isOpen ? words.notYet : words.none}</p>
      )}
      {(acceptanceText || isOpen) && <p dir="auto">{acceptanceText ?? words.open(forName)}</p>}
    </div>
  )
}
