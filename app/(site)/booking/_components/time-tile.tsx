import { place } from '@/lib/content/place'
import { formatLength, isInNight, type TimeSlot } from '@/lib/booking/slots'
import { booking as words } from '@/lib/content/booking'
import { formatShortDate, formatTime, visitorClock, zoneName } from '@/lib/dates'

/** Stands within its link, label or button (`.slot`). Visitors read the time on their own clock first. */
export function TimeTile({
  slot,
  zone,
  isClockNamed = false,
}: {
  slot: TimeSlot
  zone: string | null
  /** True below a heading that says whose clock it is. */
  isClockNamed?: boolean
}) {
  const { date, start_time, end_time } = slot
  const theirs = zone ? visitorClock(date, start_time, zone) : null
  const isTheirNight = isInNight(slot, zone)
  return (
    // New keys make new elements, which do not count as a layout shift.
    <span key={`${slot.id} ${theirs ? zone : ''}`} className="tile">
      {/* CSS writes the comma between date and clock, which a narrow tile has on two lines. */}
      <b>
        <span>{formatShortDate(theirs ? theirs.date : date)}</span>
        <span>{` ${formatTime(theirs ? theirs.time : start_time)} `}</span>
      </b>
      <small className={isTheirNight ? 'in-night' : undefined}>
        {isTheirNight ? words.inNight : theirs && !isClockNamed ? words.yourTime : formatLength(slot)}
      </small>
      <span className="tile-studio">
        {theirs ? (
          <>
            <span>{` ${formatShortDate(date)}, ${formatTime(start_time)} `}</span>
            <span>{`in ${place.city}`}</span>
          </>
        ) : (
          <span>{` to ${formatTime(end_time)} ${zoneName(date, start_time)}`}</span>
        )}
      </span>
    </span>
  )
}
