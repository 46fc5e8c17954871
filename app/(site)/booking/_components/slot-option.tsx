import { visitorTime } from '@/lib/booking/visitor-time'
import { encodeSlot, formatLength, type TimeSlot } from '@/lib/booking/slots'
import { formatTime, zoneName } from '@/lib/dates'

type SlotOptionProps = { slot: TimeSlot; zone: string | null; checked: boolean; onChoose: () => void }

/** One time to choose, with its length, its end, and for a visitor of another zone their own clock; all have the same place. */
export function SlotOption({ slot, zone, checked, onChoose }: SlotOptionProps) {
  const { date, id, start_time, end_time } = slot
  const theirs = zone && visitorTime(date, start_time, zone)
  const name = `${formatTime(start_time)} ${zoneName(date, start_time)}`
  const length = formatLength(slot)
  return (
    <label className="slot">
      {/* A browser that brings a page back checks the radio at the same place, which is another time once one has left the list. */}
      <input
        type="radio"
        name="time"
        autoComplete="off"
        required
        value={encodeSlot(slot)}
        checked={checked}
        onChange={onChoose}
        aria-label={theirs ? `${name}, your clock: ${theirs}` : name}
        aria-describedby={id}
      />
      <b>{name}</b>
      <small id={id}>
        {theirs ? `${length}, your clock: ` : `to ${formatTime(end_time)}, `}
        {/* Another element, so that none moves when the visitor's zone is known. */}
        <span key={theirs || undefined}>{theirs || length}</span>
      </small>
    </label>
  )
}
