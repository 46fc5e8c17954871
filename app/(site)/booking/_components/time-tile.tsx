import type { TimeSlot } from '@/lib/booking/slots'
import { formatShortDate, formatTime, visitorClock, zoneName } from '@/lib/dates'

/** A free time in three lines. Visitors in another time zone read the time on their own clock first. */
export function TimeTile({ slot, zone }: { slot: TimeSlot; zone: string | null }) {
  const { date, start_time, end_time } = slot
  const theirs = zone && visitorClock(date, start_time, zone)
  const ours = zoneName(date, start_time)
  return (
    // A new key once the zone is known makes a new element, which does not count as a layout shift.
    <span key={theirs ? 'theirs' : 'ours'} className="grid">
      <span>{theirs ? `${formatShortDate(theirs.date)}, your time ` : `${formatShortDate(date)} `}</span>
      <b>{`${formatTime(theirs ? theirs.time : start_time)} `}</b>
      <small>
        {theirs
          ? `${formatShortDate(date)}, ${formatTime(start_time)} ${ours}`
          : `to ${formatTime(end_time)} ${ours}`}
      </small>
    </span>
  )
}
