import type { FounderCalendar } from '@/lib/calendars/queries'
import { formatTimestamp } from '@/lib/dates'
import { cn } from '@/lib/utils'

export function ReadingState({ calendar }: { calendar: FounderCalendar }) {
  const { readAt, failing_since, reason, isEmptied, isUnread, unread } = calendar
  return (
    <>
      {failing_since && (
        <State colour="bg-destructive">
          <p className="font-medium text-destructive">
            Not read since {formatTimestamp(failing_since)}: {reason}
          </p>
          <p className="text-muted-foreground">
            What we read then still counts.{!isEmptied && ' If it stays so, copy the private address again.'}
          </p>
        </State>
      )}
      {isUnread && (
        <State colour="bg-destructive">
          <p className="font-medium text-destructive">
            Not read since {readAt}: nothing calls /api/tasks each minute.
          </p>
        </State>
      )}
      {!failing_since && !isUnread && !unread && (
        <State colour="bg-status-green-foreground">Read {readAt}</State>
      )}
      {unread && (
        <State colour="bg-status-yellow-foreground">
          <p>
            Read {readAt}. {unread.summary}:
          </p>
          <ul aria-label={unread.summary} className="grid gap-1">
            {unread.parts.map(({ what, effect, where }) => (
              <li key={where}>
                <b className="font-semibold">{what}</b> {effect}{' '}
                <span className="text-muted-foreground">{where}</span>
              </li>
            ))}
            {unread.more > 0 && <li>{unread.more} more</li>}
          </ul>
          <p className="text-muted-foreground">{unread.advice}</p>
        </State>
      )}
    </>
  )
}

function State({ colour, children }: { colour: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2">
      <span aria-hidden className={cn('mt-1.5 size-2 rounded-full forced-colors:bg-[CanvasText]', colour)} />
      <div className="grid gap-1">{children}</div>
    </div>
  )
}
