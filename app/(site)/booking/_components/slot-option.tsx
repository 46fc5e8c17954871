import { encodeSlot, formatLength, type TimeSlot } from '@/lib/booking/slots'
import { formatDay, formatTime, visitorClock, zoneName } from '@/lib/dates'

interface SlotOptionProps {
  slot: TimeSlot
  zone: string | null
  checked: boolean
  onChoose: () => void
  /** What else is to be said of it. */
  note?: string
}

/**
 * A radio button for one time. Its second line is the end or, for visitors in another zone, their
 * own time. Both have the same size, so that nothing moves when the zone becomes known.
 */
export function SlotOption({ slot, zone, checked, onChoose, note }: SlotOptionProps) {
  const { date, start_time, end_time } = slot
  const theirs = zone && visitorClock(date, start_time, zone)
  return (
    <label className="slot slot-time">
      {/* autoComplete off: a browser restores radio buttons by position, and that may be another
          time by now. */}
      <input
        type="radio"
        name="time"
        autoComplete="off"
        required
        value={encodeSlot(slot)}
        // Browsers call required radio buttons invalid while none is chosen.
        aria-invalid={false}
        checked={checked}
        onChange={onChoose}
      />
      <b>{`${formatTime(start_time)} ${zoneName(date, start_time)} `}</b>
      {theirs ? (
        // A new element when the zone becomes known, so that it does not count as a layout shift.
        <span key="theirs" className="slot-theirs">
          <span>{`${formatTime(theirs.time)}, your `}</span>
          {theirs.date === date ? <span>time </span> : <Weekday date={theirs.date} />}
        </span>
      ) : (
        <span>{`to ${formatTime(end_time)} `}</span>
      )}
      <small>{[formatLength(slot), note].filter(Boolean).join(', ')}</small>
    </label>
  )
}

/** 'Monday', or 'Mon' where the button is narrow. */
function Weekday({ date }: { date: string }) {
  const [name = ''] = formatDay(date).split(' ')
  return (
    <>
      <span>{name.slice(0, 3)}</span>
      <span className="slot-rest">{`${name.slice(3)} `}</span>
    </>
  )
}
