import { formatDate, formatShortDate } from '@/lib/dates'
import type { listHolidays } from '@/lib/holidays'
import type { Exceptions } from '@/lib/availability/queries'
import { closeDates, reopenDates } from './date-actions'
import { ChangeButton } from './change-button'
import { CloseForm } from './close-form'
import { closedRanges } from './closed-ranges'

interface ClosedDatesProps {
  today: string
  closed: Exceptions['closedDates']
  holidays: ReturnType<typeof listHolidays>
}

const failure = 'Failed to update date availability'

/** The closed dates and the public holidays, with the buttons that close and reopen them. */
export function ClosedDates({ today, closed, holidays }: ClosedDatesProps) {
  return (
    <div className="grid content-start gap-x-8 gap-y-6 border-t border-border pt-4 md:grid-cols-2 2xl:grid-cols-1 2xl:border-t-0 2xl:pt-0">
      <div className="grid content-start gap-3">
        <h3 id="close-dates" tabIndex={-1} className="font-semibold">
          Close dates
        </h3>
        <CloseForm today={today} />
        {closed.length > 0 && (
          <ul aria-label="Closed dates">
            {closedRanges(closed).map(({ from, to, reason }) => {
              const dates =
                from === to ? formatShortDate(from) : `${formatShortDate(from)} – ${formatShortDate(to)}`
              return (
                <li key={from} className="line flex-nowrap">
                  <span className="min-w-0 grow">
                    <span className="font-medium tabular-nums">{dates}</span>{' '}
                    <bdi className="[overflow-wrap:anywhere] text-muted-foreground">{reason}</bdi>
                  </span>
                  <ChangeButton
                    aria-label={`Open ${dates} again`}
                    focusAfter="close-dates"
                    action={reopenDates}
                    input={{ from, to }}
                    failure={failure}
                  >
                    Open again
                  </ChangeButton>
                </li>
              )
            })}
          </ul>
        )}
      </div>
      <Holidays holidays={holidays} closed={closed} />
    </div>
  )
}

/** The number of holidays listed before 'more' is pressed. */
const SHOWN = 6

type HolidaysProps = Omit<ClosedDatesProps, 'today'>

function Holidays({ holidays, closed }: HolidaysProps) {
  return (
    <div className="grid content-start gap-3">
      <h3 id="holidays" className="font-semibold">
        Public holidays
      </h3>
      <HolidayList holidays={holidays.slice(0, SHOWN)} closed={closed} />
      {holidays.length > SHOWN && (
        <details className="group -mt-3 grid">
          <summary className="w-fit rounded py-1.5 font-medium text-muted-foreground hover:text-foreground">
            {holidays.length - SHOWN} more
          </summary>
          <HolidayList holidays={holidays.slice(SHOWN)} closed={closed} />
        </details>
      )}
    </div>
  )
}

function HolidayList({ holidays, closed }: HolidaysProps) {
  return (
    <ul aria-labelledby="holidays">
      {holidays.map(({ date, name }) => {
        const isClosed = closed.some((other) => other.date === date)
        return (
          <li key={date} className="line flex-nowrap">
            <span className="min-w-0 grow">
              <span className="font-medium whitespace-nowrap tabular-nums">{formatShortDate(date)}</span>{' '}
              <span className="text-muted-foreground">{name}</span>
            </span>
            <ChangeButton
              aria-pressed={isClosed}
              aria-label={`${name}, ${formatDate(date)}: closed`}
              action={isClosed ? reopenDates : closeDates}
              input={{ from: date, to: date, reason: name }}
              failure={failure}
            >
              {isClosed ? 'Closed' : 'Close'}
            </ChangeButton>
          </li>
        )
      })}
    </ul>
  )
}
