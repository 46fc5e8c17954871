import { layOut, type Line, readSheet } from '@/lib/offers/text'
import { Group } from './offer-lines'
import { OfferSheet } from './offer-sheet'
import './offer-text.css'

/**
 * An offer's text: as a sheet if it has the usual headings; else with the first line as the title and each
 * other line by its form, such as a list item.
 */
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

/** An offer's sheet. `say` renders its words. */
export function OfferPaper(props: React.ComponentProps<typeof OfferSheet>) {
  return (
    <div className="offer-text">
      <OfferSheet {...props} />
    </div>
  )
}

/** Splits a text at its headings. The first part has no heading. */
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
