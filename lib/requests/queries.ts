import 'server-only'
import { sessionClient } from '../supabase/server'
import { readAll } from '../supabase/read-all'
import type { Booking, BookingStatus, Inquiry, InquiryStatus } from './request'

/** Every booking, newest first. The database gives them to admins only. Throws the server's error. */
export async function listBookings(): Promise<Booking[]> {
  const supabase = await sessionClient()
  const rows = await readAll((from, to) =>
    supabase
      .from('bookings')
      .select('id, name, email, date, message, status, created_at, time_slots (id, start_time, end_time)')
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to),
  )
  return withoutRepeats(rows).map(({ time_slots: slot, created_at, status, ...row }) => ({
    type: 'booking',
    ...row,
    status: status as BookingStatus, // a CHECK of the table
    createdAt: created_at,
    startTime: slot.start_time.slice(0, 5),
    endTime: slot.end_time.slice(0, 5),
  }))
}

/** Every inquiry, newest first. The database gives them to admins only. Throws the server's error. */
export async function listInquiries(): Promise<Inquiry[]> {
  const supabase = await sessionClient()
  const rows = await readAll((from, to) =>
    supabase
      .from('inquiries')
      .select('id, name, email, message, status, created_at')
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to),
  )
  return withoutRepeats(rows).map(({ created_at, status, ...row }) => ({
    type: 'inquiry',
    ...row,
    status: status as InquiryStatus, // a CHECK of the table
    createdAt: created_at,
  }))
}

// A row that arrives while pages are read pushes another onto the next page, where it comes a second time.
function withoutRepeats<Row extends { id: string }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
