import { Badge } from '@/components/ui/badge'
import type { BusyTime } from '@/lib/calendars/queries'
import { durationText, type BookedTime, type TimeRange } from '@/lib/hours/slot'
import { minutesBetween } from '@/lib/hours/time-rows'
import { formatShortRange } from '@/lib/dates'
import { RequestLink } from '../_components/request-link'

interface SlotLineProps {
  slot: TimeRange
  /** Absent for bookings at a time without a slot. */
  isAvailable?: boolean
  /** True if the slot has begun today. */
  isPast?: boolean
  /** True if the date is today: visitors cannot book the slot any more. */
  isToday?: boolean
  isBooked?: boolean
  /** Says why visitors cannot see a slot that is on. */
  note?: string | false
  /** The founders' calendars that are busy at this time, or not known (`is_known` is false). */
  busy?: Pick<BusyTime, 'label' | 'is_known'>[]
  bookings?: BookedTime[]
  children?: React.ReactNode
}

export function SlotLine({
  slot,
  isAvailable,
  isPast,
  isToday,
  isBooked,
  note,
  busy = [],
  bookings,
  children,
}: SlotLineProps) {
  return (
    <li className="line">
      <span className="line-time font-medium">
        {formatShortRange(slot.start_time, slot.end_time)}{' '}
        <small>{durationText(minutesBetween(slot.start_time, slot.end_time))}</small>
      </span>
      <span className="line-state">
        {isAvailable !== undefined && (
          <span className="text-muted-foreground">
            {!isAvailable ? 'Unavailable' : isPast ? 'Past' : 'Available'}
          </span>
        )}
        {isBooked && <Badge variant="blue">Booked</Badge>}
        {isAvailable && isToday && !isPast && !isBooked && (
          <Badge variant="outline">Not bookable today</Badge>
        )}
        {note && <Badge variant="outline">{note}</Badge>}
        {busy.map(({ label, is_known }, index) => (
          // Not the label, because two calendars may have the same one.
          <Badge key={index} variant="outline">
            <span>{is_known ? 'Busy (' : 'Not known yet ('}</span>
            <bdi>{label}</bdi>
            <span>)</span>
          </Badge>
        ))}
        {bookings?.map(({ id, name }) => (
          <RequestLink key={id} id={id}>
            <bdi>{name}</bdi>
          </RequestLink>
        ))}
      </span>
      {children && <div>{children}</div>}
    </li>
  )
}
