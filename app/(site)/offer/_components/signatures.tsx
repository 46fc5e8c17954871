import { offerPage } from '@/lib/content/offer'
import type { VisitorsOffer } from '@/lib/offers/queries'
import type { partiesOf } from '@/lib/offers/text'

const words = offerPage.signatures

interface SignaturesProps {
  /** As the text names them. */
  parties: ReturnType<typeof partiesOf>
  acceptance: VisitorsOffer['acceptance']
  /** Who accepted it, when and with which words; null before that. */
  accepted: string | null
  isOpen: boolean
}

/** Who signed an offer, below its text. What was sent before it named its parties has their side alone. */
export function Signatures({ parties, acceptance, accepted, isOpen }: SignaturesProps) {
  const { firm, signedBy, forName = '' } = parties
  return (
    <section aria-label={words.title} className="offer-signatures">
      {firm && signedBy && (
        <div>
          <p dir="auto" className="offer-signature">
            {signedBy}
          </p>
          <p dir="auto">{words.ours(firm)}</p>
        </div>
      )}
      <div>
        {acceptance ? (
          <p dir="auto" className="offer-signature">
            {acceptance.typed_name ?? forName}
          </p>
        ) : (
          <p className="offer-signature offer-unsigned">{isOpen ? words.notYet : words.none}</p>
        )}
        <p dir="auto">{accepted ?? (isOpen && words.open(forName))}</p>
      </div>
    </section>
  )
}
