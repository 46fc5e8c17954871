import { Fragment } from 'react'
import { layOut, type Line } from '@/lib/offers/text'
import './offer-text.css'

/**
 * The lines of an offer's text and nothing else, set by what they look like: its first line as the
 * title, headings, lists, amounts.
 */
export function OfferText({ text }: { text: string }) {
  return (
    <div className="offer-text">
      <div>
        {partsOf(text).map((groups, at) => (
          // A text that was sent does not change.
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

/** What stands before the headings, group by group, and each heading with what follows it. */
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

function Group({ lines }: { lines: Line[] }) {
  const [first] = lines
  switch (first?.kind) {
    case 'title':
      return lines.map((line, at) =>
        at === 0 ? (
          <h2 key={at} dir="auto">
            {line.parts}
          </h2>
        ) : (
          <p key={at} dir="auto" className="offer-by">
            {line.parts}
          </p>
        ),
      )
    case 'heading':
      return <h3 dir="auto">{first.parts}</h3>
    case 'item':
    case 'amount':
    case 'sum':
      return (
        <ul className={first.kind === 'item' ? 'offer-items' : 'offer-amounts'}>
          {lines.map(({ kind, parts: [lead, rest] }, at) => (
            <li key={at} className={kind === 'sum' ? 'offer-sum' : undefined}>
              <span>{lead}</span>
              <span dir="auto">{rest}</span>
            </li>
          ))}
        </ul>
      )
    default:
      return (
        <div className={first?.kind === 'fact' ? 'offer-facts' : undefined}>
          {lines.map(({ parts: [lead, rest] }, at) => (
            <p key={at} dir="auto">
              {rest === undefined ? (
                lead
              ) : (
                <Fragment>
                  <span>{lead}</span>
                  <span dir="auto">{rest}</span>
                </Fragment>
              )}
            </p>
          ))}
        </div>
      )
  }
}
