import { encodeChoice, type Choice } from '@/lib/booking/slots'
import { visitorTime } from '@/lib/booking/clock'
import { formatTime, zoneName } from '@/lib/dates'

type SlotChoiceProps = { choice: Choice; zone: string | null; checked: boolean; onChoose: () => void }

/** One time to choose. Its second line is the end, and for a visitor of another zone their own clock; both have the same place. */
export function SlotChoice({ choice, zone, checked, onChoose }: SlotChoiceProps) {
  const { date, start_time, end_time } = choice
  const theirs = zone && visitorTime(date, start_time, zone)
  return (
    <label className="slot">
      {/* A browser that brings a page back checks the radio at the same place, which is another time once one has left the list. */}
      <input
        type="radio"
        name="time"
        autoComplete="off"
        required
        value={encodeChoice(choice)}
        checked={checked}
        onChange={onChoose}
      />
      <span>
        <b>{formatTime(start_time)}</b> {zoneName(date, start_time)}
      </span>{' '}
      <small data-end={`to ${formatTime(end_time)}`}>{theirs}</small>
    </label>
  )
}
