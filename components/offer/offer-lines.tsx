import type { Line } from '@/lib/offers/text'

/** Renders lines of one kind: a title, a heading, a list, amounts, facts or paragraphs. */
export function Group({ lines }: { lines: Line[] }) {
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
    default:
      return <Lines lines={lines} />
  }
}

/** Renders lines of one kind: a list, amounts, facts or paragraphs. */
export function Lines({ lines }: { lines: Line[] }) {
  const [first] = lines
  switch (first?.kind) {
    case 'item':
    case 'amount':
    case 'sum':
      return (
        <ul className={first.kind === 'item' ? 'offer-items' : 'offer-amounts'}>
          {lines.map(({ kind, parts: [lead, rest] }, at) => (
            <li key={at} className={kind === 'sum' ? 'offer-sum' : undefined}>
              {kind === 'plain' ? <span>{lead}</span> : <Marked lead={lead} />}
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
                <>
                  <span>{lead}</span>
                  <span dir="auto">{rest}</span>
                </>
              )}
            </p>
          ))}
        </div>
      )
  }
}

/**
 * The beginning of a list item or an amount. Its mark ('-' or '=') is a separate element, so that a layout
 * can hide it.
 */
function Marked({ lead }: { lead: string }) {
  const [mark = ''] = /^[-=]? */.exec(lead) ?? []
  const rest = lead.slice(mark.length)
  return (
    <span>
      {mark && <span className="offer-mark">{mark}</span>}
      {rest && <span>{rest}</span>}
    </span>
  )
}
