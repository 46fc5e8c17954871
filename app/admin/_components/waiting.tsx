'use client'

import { useLive } from './live'

/** How much waits for an answer, and the way there. Nothing while it could not be read. */
export function Waiting() {
  const { bookings, inquiries } = useLive().desk.reads
  if (!bookings.data || !inquiries.data) return null
  const pending = bookings.data.filter(({ status }) => status === 'pending').length
  const unread = inquiries.data.filter(({ status }) => status === 'new').length
  return (
    <a href="#requests" className="text-sm font-medium text-brand underline underline-offset-3">
      {pending} pending, {unread} new
    </a>
  )
}
