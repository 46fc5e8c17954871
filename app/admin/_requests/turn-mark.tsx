import { formatTimestamp } from '@/lib/dates'
import type { AdminRequest } from '@/lib/requests/request'
import { describeTurn, turnOf } from '@/lib/requests/turn'
import { views } from '@/lib/requests/view'
import { cn } from '@/lib/utils'

/** What the lists call it. */
const titles = {
  ours: views.to_answer.title,
  theirs: views.their_turn.title,
  nobody: 'Nobody’s turn',
}

interface TurnProps {
  request: AdminRequest
  /** When the page was read, in milliseconds. */
  now: number
}

/** Whose turn it is, why, and how long already or still, in a line; nothing when it is nobody's. */
export function TurnMark({ request, now }: TurnProps) {
  const turn = describeTurn(request, now)
  if (!turn || turn.whose === 'nobody') return null
  const { whose, why, due, isLate, ago } = turn
  return (
    <>
      <span
        aria-hidden
        className={cn(
          'mr-1.5 inline-block size-2 rounded-full border align-baseline',
          whose === 'ours' ? 'border-primary bg-primary' : 'border-input',
          isLate && 'border-destructive bg-destructive',
        )}
      />
      <span className="sr-only">{`${titles[whose]}: `}</span>
      <span>{`${why} · `}</span>
      <When isLate={isLate}>{due || ago}</When>
    </>
  )
}

/** The same of an open request, with the moments; also that it is nobody's turn. */
export function TurnText({ request, now }: TurnProps) {
  const [turn, words] = [turnOf(request, now), describeTurn(request, now)]
  if (!turn || !words) return null
  const moment = (time: number) => formatTimestamp(new Date(time).toISOString())
  return (
    <>
      <b className="font-semibold">{titles[turn.whose]}</b>
      <span>{`: ${words.why}`}</span>
      <span className="block text-muted-foreground">
        {words.due && (
          <>
            <When isLate={words.isLate}>{words.due}</When>
            <span>, </span>
          </>
        )}
        {Number.isFinite(turn.since) && <span>{`since ${moment(turn.since)}`}</span>}
        {Number.isFinite(turn.again) && (
          <span className="block">{`yours again on ${moment(turn.again)}`}</span>
        )}
      </span>
    </>
  )
}

/** Late is said by the words; the colour only helps. */
export function When({ isLate, children }: { isLate: boolean; children: React.ReactNode }) {
  return <span className={cn('whitespace-nowrap', isLate && 'font-medium text-destructive')}>{children}</span>
}
