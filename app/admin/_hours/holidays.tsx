import type { RecurringSlot } from '@/lib/hours/slot'
import type { Exceptions } from '@/lib/hours/queries'
import { formatDate, formatMonth, formatShortDate, weekdayOf } from '@/lib/dates'
import type { listHolidays } from '@/lib/holidays'
import { ChangeButton } from './change-button'
import { closeDates, closeHolidays, reopenDates, reopenHolidays } from './date-actions'

/** On a small screen, before 'more' is pressed. */
const SHOWN = 4
const failure = 'Failed to update date availability'

export function Holidays({
  holidays,
  exceptions,
  recurring,
}: {
  holidays: ReturnType<typeof listHolidays>
  exceptions: Exceptions
  recurring: RecurringSlot[]
}) {
  const closed = new Set(exceptions.closedDates.map(({ date }) => date))
  const areClosed = holidays.every(({ date }) => closed.has(date))
  const hasTimes = (date: string) =>
    recurring.some(({ weekday, isAvailable }) => isAvailable && weekday === weekdayOf(date)) ||
    exceptions.slots.some((slot) => slot.isAvailable && slot.date === date)
  const list = (some: typeof holidays) => (
    <ul aria-labelledby="holidays">
      {some.map(({ date, name }) => {
        const isClosed = closed.has(date)
        return (
          <li key={date} className="flex min-h-8 items-center gap-2 border-b border-border/70">
            <span className="w-19 shrink-0 font-medium whitespace-nowrap tabular-nums">
              {formatShortDate(date)}
            </span>
            <span title={name} className="min-w-0 grow truncate text-muted-foreground">
              {name}
            </span>
            {isClosed || hasTimes(date) ? (
              <span className="-mr-2.5">
                <ChangeButton
                  aria-pressed={isClosed}
                  aria-label={`${name}, ${formatDate(date)}: closed`}
                  action={isClosed ? reopenDates : closeDates}
                  input={{ from: date, to: date, reason: name }}
                  failure={failure}
                >
                  {isClosed ? 'Closed' : 'Close'}
                </ChangeButton>
              </span>
            ) : (
              <span className="shrink-0 text-muted-foreground">no times</span>
            )}
          </li>
        )
      })}
    </ul>
  )
  return (
    <section aria-labelledby="holidays" className="sm:[grid-area:hol]">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3">
        <h3 id="holidays" className="font-semibold">
          Public holidays
        </h3>
        <p className="grow text-muted-foreground">
          {areClosed
            ? `all ${holidays.length} closed`
            : `until ${formatMonth(holidays.at(-1)?.date.slice(0, 7) ?? '')}`}
        </p>
        <ChangeButton
          variant="outline"
          action={areClosed ? reopenHolidays : closeHolidays}
          input={{ closed: holidays.map(({ date, name }) => ({ date, reason: name })) }}
          failure={failure}
        >
          {areClosed ? 'Open all again' : `Close all ${holidays.length}`}
        </ChangeButton>
      </div>
      {list(holidays.slice(0, SHOWN))}
      {holidays.length > SHOWN && (
        <details className="open-from-lg">
          <summary className="min-h-9 w-fit content-center rounded font-medium text-muted-foreground hover:text-foreground">
            {holidays.length - SHOWN} more
          </summary>
          {list(holidays.slice(SHOWN))}
        </details>
      )}
    </section>
  )
}
