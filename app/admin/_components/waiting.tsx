import type { Booking, Inquiry } from '@/lib/requests/request'

/** How much waits for an answer, and the way there. Nothing while it could not be read. */
export function Waiting({
  bookings,
  inquiries,
}: {
  bookings: Booking[] | null
  inquiries: Inquiry[] | null
}) {
  if (!bookings || !inquiries) return null
  const pending = bookings.filter(({ status }) => status === 'pending').length
  const unread = inquiries.filter(({ status }) => status === 'new').length
  return (
    <a href="#requests" className="text-sm font-medium text-accent underline underline-offset-3">
      {pending} pending, {unread} new
    </a>
  )
}
