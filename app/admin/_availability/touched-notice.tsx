import type { UpcomingBooking } from '@/lib/availability/touched'
import { dateText, timeText } from '@/lib/admin-format'

const NAMED = 8

interface TouchedNoticeProps {
  /** Null when they could not be read. */
  bookings: UpcomingBooking[] | null
  /** That there is one is known, even if it is not among them yet. */
  isBooked?: boolean
}

/** Names the bookings in the way of a change. */
export function TouchedNotice({ bookings, isBooked = false }: TouchedNoticeProps) {
  if (bookings === null) {
    return (
      <p>The bookings could not be read, so there may be some at these times. They would stay as they are.</p>
    )
  }
  if (bookings.length === 0) {
    return (
      isBooked && <p>A booking has just come in at these times. It stays as it is; only new bookings stop.</p>
    )
  }
  return (
    <>
      <p>
        {bookings.length === 1
          ? '1 booking is at these times. It stays as it is; only new bookings stop.'
          : `${bookings.length} bookings are at these times. They stay as they are; only new bookings stop.`}
      </p>
      <ul className="mt-2 grid gap-1 border-l-2 border-border pl-3">
        {bookings.slice(0, NAMED).map((booking) => (
          <li key={booking.id}>
            <bdi className="font-semibold">{booking.name}</bdi>, {dateText(booking.date)},{' '}
            <span className="whitespace-nowrap">{timeText(booking.startTime, booking.endTime)}</span>
          </li>
        ))}
        {bookings.length > NAMED && <li>and {bookings.length - NAMED} more</li>}
      </ul>
    </>
  )
}
