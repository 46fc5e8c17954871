import { formatShortDate } from '@/lib/dates'
import type { Exceptions } from '@/lib/hours/queries'
import { ChangeButton } from './change-button'
import { CloseForm } from './close-form'
import { closedRanges } from './closed-ranges'
import { reopenDates } from './date-actions'

export function CloseDates({ today, closed }: { today: string; closed: Exceptions['closedDates'] }) {
  return (
    <section aria-labelledby="close-dates" className="grid content-start gap-2 sm:[grid-area:close]">
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
                  failure="Failed to update date availability"
                >
                  Open again
                </ChangeButton>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
