import { Badge } from '@/components/ui/badge'
import type { BusyTime } from '@/lib/calendars/queries'
import { durationText, type BookedTime, type TimeRange } from '@/lib/availability/schedule'
import { minutesBetween } from '@/lib/availability/time-rows'
import { formatTimeRange } from '@/lib/dates'
import { RequestLink } from '../_components/request-link'

interface SlotLineProps {
  slot: TimeRange
  /** Absent when a slot is neither on nor off. */
  isAvailable?: boolean
  /** Whether it is today's and has begun. */
  isPast?: boolean
  /** Whether it is today's, when only later dates can be booked. */
  isToday?: boolean
  isBooked?: boolean
  /** Why visitors are not offered it although it is on. */
  note?: string | false
  /** Whose calendars are busy then, or not known. */
  busy?: Pick<BusyTime, 'label' | 'is_known'>[]
  /** Who has booked. */
  bookings?: BookedTime[]
  /** The buttons. */
  children?: React.ReactNode
}

/** A slot, its state and what can be done with it. */
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
        {formatTimeRange(slot.start_time, slot.end_time)}{' '}
        <small>{durationText(minutesBetween(slot.start_time, slot.end_time))}</small>
      </span>
      <span className="line-state">
        {isAvailable !== undefined && (
          <Badge
            variant={isAvailable && !isPast && !isToday && !isBooked && busy.length === 0 ? 'green' : 'gray'}
          >
            {!isAvailable ? 'Unavailable' : isPast ? 'Past' : 'Available'}
          </Badge>
        )}
        {isBooked && <Badge variant="outline">Booked</Badge>}
        {isAvailable && isToday && !isPast && !isBooked && (
          <Badge variant="outline">Not bookable today</Badge>
        )}
        {note && <Badge variant="outline">{note}</Badge>}
        {busy.map(({ label, is_known }, index) => (
          // Two calendars may have the same label.
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
