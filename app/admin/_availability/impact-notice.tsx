import type { Impact } from '@/lib/availability/impact'
import { dateText, timeText } from '@/lib/availability/format'

/** Names the bookings in the way of a change. */
export function ImpactNotice({ impact: { bookings, total, isInUse } }: { impact: Impact }) {
  if (isInUse && total === 0) return <p>A booking was made on it, so it has to stay.</p>
  if (total === 0) return null
  const fate = isInUse
    ? 'so it has to stay.'
    : total === 1
      ? 'It stays as it is; only new bookings stop.'
      : 'They stay as they are; only new bookings stop.'
  return (
    <div>
      <p>
        {total === 1 ? '1 booking is' : `${total} bookings are`} at{' '}
        {isInUse ? 'this time, ' : 'these times. '}
        {fate}
      </p>
      <ul className="mt-2 grid gap-1 border-l-2 border-border pl-3">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <bdi className="font-semibold">{booking.name}</bdi>, {dateText(booking.date)},{' '}
            <span className="whitespace-nowrap">{timeText(booking.startTime, booking.endTime)}</span>
          </li>
        ))}
        {total > bookings.length && <li>and {total - bookings.length} more</li>}
      </ul>
    </div>
  )
}
