import { offerPage } from '@/lib/content/offer'
import type { VisitorsOffer } from '@/lib/offers/queries'
import type { partiesOf } from '@/lib/offers/text'

const words = offerPage.signatures

/** As the text names them. */
type Parties = ReturnType<typeof partiesOf>

/** Ours, below the text; and while it can be accepted, where a question goes. */
export function OurSignature({ firm, signedBy, isOpen }: Parties & { isOpen: boolean }) {
  return (
    <>
      {/* What was sent before it named its parties has their side alone. */}
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
  /** Who accepted it, when and with which words; null before that. */
  accepted: string | null
  isOpen: boolean
}

/** Theirs. While it can be accepted this is for paper: on the screen the form stands here. */
export function TheirSignature({ parties, acceptance, accepted, isOpen }: TheirSignatureProps) {
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
      {(accepted || isOpen) && <p dir="auto">{accepted ?? words.open(forName)}</p>}
    </div>
  )
}
