import { encodeSlot, formatLength, type TimeSlot } from '@/lib/booking/slots'
import { formatTime, visitorTime, zoneName } from '@/lib/dates'

type SlotOptionProps = { slot: TimeSlot; zone: string | null; checked: boolean; onChoose: () => void }

/**
 * A radio button for one time. Shows its length, and its end or, for visitors in another zone,
 * their own time in the same place.
 */
export function SlotOption({ slot, zone, checked, onChoose }: SlotOptionProps) {
  const { date, start_time, end_time } = slot
  const theirs = zone && visitorTime(date, start_time, zone)
  const name = `${formatTime(start_time)} ${zoneName(date, start_time)}`
  const length = formatLength(slot)
  return (
    <label className="slot">
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
      <b>{name}</b>
      <small>
        {theirs ? `${length}, your clock: ` : `to ${formatTime(end_time)}, `}
        {/* A new element when the zone becomes known, so that it does not count as a layout shift. */}
        <span key={theirs || undefined}>{theirs || length}</span>
      </small>
    </label>
  )
}
