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
  /** What else is to be said of it. */
  note?: string
}

/**
 * A radio button for one time. For visitors in another zone their own time is the first line and the
 * studio's the second, in the space of start and end, so that nothing moves when the zone becomes
 * known.
 */
export function SlotOption({ slot, zone, checked, onChoose, note }: SlotOptionProps) {
  const { date, start_time, end_time } = slot
  const theirs = zone ? visitorClock(date, start_time, zone) : null
  const isTheirNight = theirs !== null && isNight(theirs.time)
  const weekday = theirs && theirs.date !== date ? `${formatDay(theirs.date).slice(0, 3)} ` : ''
  const ours = `${formatTime(start_time)} ${zoneName(date, start_time)} `
  return (
    <label className={clsx('slot slot-time', isTheirNight && 'slot-night')}>
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
      {/* New elements when the zone becomes known, so that they do not count as a layout shift. */}
      <Fragment key={theirs ? 'theirs' : 'ours'}>
        <b>{theirs ? `${weekday}${formatTime(theirs.time)} ` : ours}</b>
        <span>{theirs ? ours : `to ${formatTime(end_time)} `}</span>
        <small>{[isTheirNight ? words.inNight : formatLength(slot), note].filter(Boolean).join(', ')}</small>
      </Fragment>
    </label>
  )
}
