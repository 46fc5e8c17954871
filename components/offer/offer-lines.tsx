import type { Line } from '@/lib/offers/text'

/** Renders the words of a line, such as those with gaps of an offer that is still being written. */
export type Say = (text: string) => React.ReactNode

interface LinesProps {
  lines: Line[]
  say?: Say
}

const asIs: Say = (text) => text

export function Group({ lines, say = asIs }: LinesProps) {
  const [first] = lines
  switch (first?.kind) {
    case 'title':
      return lines.map((line, at) =>
        at === 0 ? (
          <h2 key={at} dir="auto">
            {say(line.parts[0])}
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
      return <Lines lines={lines} say={say} />
  }
}

export function Lines({ lines, say = asIs }: LinesProps) {
  const [first] = lines
  switch (first?.kind) {
    case 'item':
    case 'amount':
    case 'sum':
      return (
        <ul className={first.kind === 'item' ? 'offer-items' : 'offer-amounts'}>
          {lines.map(({ kind, parts: [lead, rest] }, at) => (
            <li key={at} className={kind === 'sum' ? 'offer-sum' : undefined}>
              {kind === 'plain' ? <span>{lead}</span> : <Marked lead={lead} say={say} />}
              <span dir="auto">{rest && say(rest)}</span>
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
                say(lead)
              ) : (
                <>
                  <span>{lead}</span>
                  <span dir="auto">{say(rest)}</span>
                </>
              )}
            </p>
          ))}
        </div>
      )
  }
}

/** The mark ('-' or '=') is a separate element, so that a layout can hide it. */
function Marked({ lead, say }: { lead: string; say: Say }) {
  const [mark = ''] = /^[-=]? */.exec(lead) ?? []
  const rest = lead.slice(mark.length)
  return (
    <span>
      {mark && <span className="offer-mark">{mark}</span>}
      {rest && <span>{say(rest)}</span>}
    </span>
  )
}
