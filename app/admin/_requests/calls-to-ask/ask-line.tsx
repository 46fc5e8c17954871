import type { TimeSlot } from '@/lib/booking/slots'
import { formatShortDate, formatTime, formatTimeRange } from '@/lib/dates'
import type { CallToAsk } from '@/lib/requests/asking'

/** A call with the times to propose. */
export function AskLine({
  call,
  children,
  end,
}: {
  call: CallToAsk
  children?: React.ReactNode
  end?: React.ReactNode
}) {
  return (
    <li className="flex items-start gap-3 border-t border-border py-2 first:border-t-0">
      {children && <span className="pt-0.5">{children}</span>}
      <span className="min-w-0 grow">
        <span className="flex flex-wrap justify-between gap-x-3">
          <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{call.name}</bdi>
          <span className="shrink-0 text-muted-foreground tabular-nums">
            {`${formatShortDate(call.date)}, ${formatTimeRange(call.start_time, call.end_time)}`}
          </span>
        </span>
        <span className="flex items-baseline justify-between gap-3">
          <span className="text-xs text-muted-foreground">{describeTimes(call.times)}</span>
          {end}
        </span>
      </span>
    </li>
  )
}

/** Returns 'Fri 4 Dec 9:00 AM, 1:30 PM · Mon 7 Dec 9:30 AM'. */
function describeTimes(times: TimeSlot[]): string {
  if (times.length === 0) return 'No free times are near; the mail has their link.'
  const dates = [...new Set(times.map(({ date }) => date))]
  return dates
    .map((date) => {
      const hours = times
        .filter((time) => time.date === date)
        .map((time) => formatTime(time.start_time, true))
      return `${formatShortDate(date)} ${hours.join(', ')}`
    })
    .join(' · ')
}
