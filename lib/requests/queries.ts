import 'server-only'
import { addDays, dateAt } from '../dates'
import { sessionClient } from '../supabase/server'
import type { Booking, BookingStatus, Inquiry, InquiryStatus, RequestPage } from './request'
import type { RequestsView } from './view'

// The database gives all of these to admins only. Each throws the server's error.

interface Row {
  id: string
  name: string
  email: string
  message: string | null
  status: string
  created_at: string
  package?: string | null
}
interface BookingRow extends Row {
  date: string
  start_time: string
  end_time: string
  phone?: string | null
}
type ListedRow = ({ type: 'booking' } & BookingRow) | ({ type: 'inquiry' } & Row)

const bookingColumns =
  'id, name, email, date, message, status, created_at, time_slots (start_time, end_time)' as const

/** One page of the list. A page past the last gives the last. */
export async function listRequests(view: RequestsView): Promise<RequestPage> {
  const page = await readPage(view, view.page)
  const last = Math.max(1, Math.ceil(page.total / view.size))
  return view.page > last ? readPage(view, last) : page
}

async function readPage(view: RequestsView, page: number): Promise<RequestPage> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .rpc('list_requests', {
      p_query: view.q,
      p_view: view.view,
      ...(view.type && { p_type: view.type }),
      ...(view.status && { p_status: view.status }),
      p_sort: view.sort,
      p_descending: view.descending,
      p_limit: view.size,
      p_offset: (page - 1) * view.size,
    })
    .retry(false)
    .throwOnError()
  const { rows, total, counts } = data as unknown as Omit<RequestPage, 'rows'> & { rows: ListedRow[] }
  return {
    rows: rows.map((row) => (row.type === 'booking' ? toBooking(row) : toInquiry(row))),
    total,
    counts,
  }
}

/** The whole of one booking, or null when there is none of this id. */
export async function findBooking(id: string): Promise<Booking | null> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .from('bookings')
    .select(`${bookingColumns}, package, phone`)
    .eq('id', id)
    .maybeSingle()
    .retry(false)
    .throwOnError()
  return data && toBooking({ ...data.time_slots, ...data })
}

/** The whole of one inquiry, or null when there is none of this id. */
export async function findInquiry(id: string): Promise<Inquiry | null> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .from('inquiries')
    .select('id, name, email, message, status, created_at, package')
    .eq('id', id)
    .maybeSingle()
    .retry(false)
    .throwOnError()
  return data && toInquiry(data)
}

/** How many records carry this e-mail, in any case. */
export async function countRecords(email: string): Promise<number> {
  const supabase = await sessionClient()
  return (await supabase.rpc('count_requests', { p_email: email }).retry(false).throwOnError()).data
}

/** The calls of today and tomorrow that hold their time, by time: fewer than a read may bring. */
export async function listSoon(): Promise<Booking[]> {
  const supabase = await sessionClient()
  const today = dateAt()
  const { data } = await supabase
    .from('bookings')
    .select(bookingColumns)
    .neq('status', 'cancelled')
    .gte('date', today)
    .lte('date', addDays(today, 1))
    .retry(false)
    .throwOnError()
  return data
    .map((row) => toBooking({ ...row.time_slots, ...row }))
    .toSorted((a, b) => (a.date + a.startTime < b.date + b.startTime ? -1 : 1))
}

// The statuses are a CHECK of the tables.
function toInquiry({ id, name, email, message, status, created_at, package: chosen }: Row): Inquiry {
  return {
    ...{ type: 'inquiry', id, name, email, message },
    status: status as InquiryStatus,
    createdAt: created_at,
    ...(chosen && { package: chosen }),
  }
}

function toBooking({ date, start_time, end_time, ...row }: BookingRow): Booking {
  return {
    ...toInquiry(row),
    type: 'booking',
    status: row.status as BookingStatus,
    date,
    startTime: start_time.slice(0, 5),
    endTime: end_time.slice(0, 5),
    ...(row.phone && { phone: row.phone }),
  }
}
