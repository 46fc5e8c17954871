import type { TimeSlot } from '@/lib/booking/slots'
import { formatLongDate, formatTime, visitorTime, zoneName } from '@/lib/dates'

/**
 * The summary of date and time, in the look of a ticket. Without a slot: 'to be arranged'. The line
 * for the visitor's own time is reserved.
 */
export function Ticket({ slot, zone }: { slot: Omit<TimeSlot, 'id'> | null; zone: string | null }) {
  if (!slot) {
    return (
      <div className="water ticket">
        <p className="text-title font-semibold">Date to be arranged</p>
        <p className="text-title font-semibold">Time to be arranged</p>
      </div>
    )
  }
  const { date, start_time, end_time } = slot
  const theirs = zone && visitorTime(date, start_time, zone)
  const [weekday, ...rest] = formatLongDate(date).split(' ')
  return (
    <div className="water ticket">
      <p>
        <span className="text-muted-foreground">{weekday}</span>{' '}
        <span className="block text-title font-semibold">{rest.join(' ')}</span>
      </p>
      <div>
        <p className="text-headline font-semibold whitespace-nowrap">{formatTime(start_time)}</p>
        <p className="mt-2">
          to <span className="whitespace-nowrap">{formatTime(end_time)}</span>, {zoneName(date, start_time)}{' '}
          (Wellington time)
        </p>
        <p className="min-h-[1lh] text-muted-foreground">{theirs && `Your clock: ${theirs}`}</p>
      </div>
    </div>
  )
}
