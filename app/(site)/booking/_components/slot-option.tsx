import { Fragment } from 'react'
import { encodeSlot, formatLength, type TimeSlot } from '@/lib/booking/slots'
import { booking as words } from '@/lib/content/booking'
import { formatDay, formatTime, isNight, visitorClock, zoneName } from '@/lib/dates'

type TimeRadioProps = Pick<React.ComponentProps<'input'>, 'checked' | 'defaultChecked' | 'onChange'> & {
  slot: TimeSlot
}

/** autoComplete is off: browsers restore radio buttons by position, and the times change. */
export function TimeRadio({ slot, ...props }: TimeRadioProps) {
  return (
    <input
      type="radio"
      name="time"
      autoComplete="off"
      required
      value={encodeSlot(slot)}
      // Without this, browsers report each required radio button as invalid while none is selected.
      aria-invalid={false}
      {...props}
    />
  )
}

/** Always two lines, so that the page does not shift when the visitor's zone becomes known. */
export function SlotOption({
  slot,
  zone,
  note,
  ...radio
}: TimeRadioProps & { zone: string | null; note?: string }) {
  const { date, start_time, end_time } = slot
  const theirs = zone ? visitorClock(date, start_time, zone) : null
  const isTheirNight = theirs !== null && isNight(theirs.time)
  const weekday = theirs && theirs.date !== date ? `${formatDay(theirs.date).slice(0, 3)} ` : ''
  const ours = `${formatTime(start_time)} ${zoneName(date, start_time)} `
  return (
    <label className="slot slot-time">
      <TimeRadio slot={slot} {...radio} />
      {/* A new key once the zone is known makes new elements, which do not count as a layout shift. */}
      <Fragment key={theirs ? 'theirs' : 'ours'}>
        <b>{theirs ? `${weekday}${formatTime(theirs.time)} ` : ours}</b>
        <span>{theirs ? ours : `to ${formatTime(end_time)} `}</span>
        <small className={isTheirNight ? 'in-night' : undefined}>
          {[isTheirNight ? words.inNight : formatLength(slot), note].filter(Boolean).join(', ')}
        </small>
      </Fragment>
    </label>
  )
}
