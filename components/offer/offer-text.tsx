import { layOut, type Line, readSheet } from '@/lib/offers/text'
import { Group } from './offer-lines'
import { OfferSheet } from './offer-sheet'
import './offer-text.css'

/** A sheet if the text has the usual headings; else the first line is the title. */
export function OfferText({ text }: { text: string }) {
  const sheet = readSheet(text)
  if (sheet) return <OfferPaper sheet={sheet} />
  return (
    <div className="offer-text">
      <div className="offer-plain">
        {partsOf(text).map((groups, at) => (
          // Index keys are safe, because the text of a sent offer does not change.
          <div key={at}>
            {groups.map((group, nth) => (
              <Group key={nth} lines={group} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

export function OfferPaper(props: React.ComponentProps<typeof OfferSheet>) {
  return (
    <div className="offer-text">
      <OfferSheet {...props} />
    </div>
  )
}

/** The first part has no heading. */
function partsOf(text: string): Line[][][] {
  const parts: Line[][][] = []
  let hasHeading = false
  for (const group of layOut(text)) {
    const isHeading = group[0]?.kind === 'heading'
    hasHeading ||= isHeading
    if (isHeading || !hasHeading) parts.push([group])
    else parts.at(-1)?.push(group)
  }
  return parts
}
