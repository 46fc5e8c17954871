import type { TimeSlot } from '@/lib/booking/slots'
import { formatDay, formatLongDate, formatTime, visitorClock, zoneName } from '@/lib/dates'

/**
 * The summary of date and time, in the look of a ticket. Without a slot: 'to be arranged'. For
 * visitors in another zone, their own time is beside the studio's, in the same size.
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
  const theirs = zone && visitorClock(date, start_time, zone)
  const [theirDay, ...theirDate] = theirs ? formatDay(theirs.date).split(' ') : []
  const [weekday, ...rest] = formatLongDate(date).split(' ')
  return (
    <div className="water ticket">
      <p>
        <span className="text-muted-foreground">{`${weekday} `}</span>
        <span className="block text-title font-semibold">{rest.join(' ')}</span>
      </p>
      <div>
        <div>
          <p className="ticket-time">{formatTime(start_time)}</p>
          <p className="mt-2">
            <span className="whitespace-nowrap">{`to ${formatTime(end_time)}`}</span>
            <span>{`, ${zoneName(date, start_time)} (Wellington time)`}</span>
          </p>
        </div>
        {theirs && (
          <div>
            <p className="ticket-time">{formatTime(theirs.time)}</p>
            <p className="mt-2">
              <span>{`your ${theirDay}, `}</span>
              <span className="whitespace-nowrap">{theirDate.join(' ')}</span>
            </p>
          </div>
        )}
      </div>
    </div>
  )
}
