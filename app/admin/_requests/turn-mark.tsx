import { uncapitalize } from '@/lib/capitalize'
import { formatTimestamp } from '@/lib/dates'
import type { AdminRequest } from '@/lib/requests/request'
import { isAhead } from '@/lib/requests/replies'
import { describeTurn, turnOf } from '@/lib/requests/turn'
import { tabs } from '@/lib/requests/address'
import { cn } from '@/lib/utils'
import { When } from '../_components/when'

const titles = {
  ours: tabs.to_answer.title,
  theirs: tabs.their_turn.title,
  nobody: 'Nobody’s turn',
}

interface TurnProps {
  request: AdminRequest
  now: number
}

/** Filled if it is the studio's turn, red if late. */
export function TurnDot({ isOurs, isLate }: { isOurs: boolean; isLate: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-block size-2 shrink-0 rounded-full border',
        isOurs ? 'border-primary bg-primary forced-colors:bg-[CanvasText]' : 'border-input',
        isLate && 'border-destructive bg-destructive',
      )}
    />
  )
}

/** Renders nothing if it is nobody's turn. */
export function TurnMark({ request, now }: TurnProps) {
  const words = describeTurn(request, now)
  if (!words || words.whose === 'nobody') return null
  const { whose, why, due, isLate, ago } = words
  // A hollow dot says that it is their turn, so the time needs no 'ago'.
  const time = due || (whose === 'theirs' ? ago.replace(' ago', '') : ago)
  return (
    <span title={why} className="flex items-center gap-1.5">
      <TurnDot isOurs={whose === 'ours'} isLate={isLate} />
      <span className="truncate">
        <span className="sr-only">{`${titles[whose]}: ${why}, `}</span>
        <When isLate={isLate}>{time}</When>
      </span>
    </span>
  )
}

/** Has exact times unless `isBrief`. */
export function TurnText({ request, now, isBrief }: TurnProps & { isBrief: boolean }) {
  const [turn, words] = [turnOf(request, now), describeTurn(request, now)]
  if (!turn || !words) return null
  const moment = (time: number) => formatTimestamp(new Date(time).toISOString())
  const isClosed = turn.whose === 'ours' && turn.reason === 'confirmed' && isAhead(request, now)
  return (
    <>
      <b className="font-semibold">{titles[turn.whose]}</b>
      <span>{`: ${uncapitalize(words.why)}`}</span>
      {words.due && (
        <>
          <span> · </span>
          <When isLate={words.isLate}>{words.due}</When>
        </>
      )}
      {!isBrief && (
        <span className="block text-muted-foreground">
          {isClosed && <span className="block">They do not know of it: for them the call is confirmed.</span>}
          {Number.isFinite(turn.since) && <span>{`since ${moment(turn.since)}`}</span>}
          {Number.isFinite(turn.again) && (
            <span className="block">{`yours again on ${moment(turn.again)}`}</span>
          )}
        </span>
      )}
    </>
  )
}
