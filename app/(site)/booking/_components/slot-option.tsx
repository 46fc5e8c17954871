import { clsx } from 'clsx'
import { Fragment } from 'react'
import { encodeSlot, formatLength, type TimeSlot } from '@/lib/booking/slots'
import { booking as words } from '@/lib/content/booking'
import { formatDay, formatTime, isNight, visitorClock, zoneName } from '@/lib/dates'

interface SlotOptionProps {
  slot: TimeSlot
  zone: string | null
  checked: boolean
  onChoose: () => void
  /** A remark about the time. */
  note?: string
}

/**
 * A radio button for one time. Visitors in another zone see their own time on the first line and the studio's
 * on the second. Both fill the space of start and end, so that nothing moves once the zone is known.
 */
export function SlotOption({ slot, zone, checked, onChoose, note }: SlotOptionProps) {
  const { date, start_time, end_time } = slot
  const theirs = zone ? visitorClock(date, start_time, zone) : null
  const isTheirNight = theirs !== null && isNight(theirs.time)
  const weekday = theirs && theirs.date !== date ? `${formatDay(theirs.date).slice(0, 3)} ` : ''
  const ours = `${formatTime(start_time)} ${zoneName(date, start_time)} `
  return (
    <label className={clsx('slot slot-time', isTheirNight && 'slot-night')}>
      {/* autoComplete is off, because browsers restore radio buttons by position, and another time may be
          there by now. */}
      <input
        type="radio"
        name="time"
        autoComplete="off"
        required
        value={encodeSlot(slot)}
        // Browsers call required radio buttons invalid while none is selected.
        aria-invalid={false}
        checked={checked}
        onChange={onChoose}
      />
      {/* A new key once the zone is known makes new elements, which do not count as a layout shift. */}
      <Fragment key={theirs ? 'theirs' : 'ours'}>
        <b>{theirs ? `${weekday}${formatTime(theirs.time)} ` : ours}</b>
        <span>{theirs ? ours : `to ${formatTime(end_time)} `}</span>
        <small>{[isTheirNight ? words.inNight : formatLength(slot), note].filter(Boolean).join(', ')}</small>
      </Fragment>
    </label>
  )
}
