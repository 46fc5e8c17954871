import 'server-only'
import { addDays, dateAt } from '../dates'
import { sessionClient } from '../supabase/server'
import type { Booking, BookingStatus, Inquiry, InquiryStatus, RequestPage } from './request'
import type { RequestsView } from './view'

// Row-level security gives these rows to admins only. Each function throws the server's error.

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

/** One page of the list. For a page number past the end, the last page. */
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

/** One booking with all its fields, or null when there is none with this id. */
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

/** One inquiry with all its fields, or null when there is none with this id. */
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

/** How many bookings and inquiries have this e-mail address, ignoring case. */
export async function countRecords(email: string): Promise<number> {
  const supabase = await sessionClient()
  return (await supabase.rpc('count_requests', { p_email: email }).retry(false).throwOnError()).data
}

/** The calls of today and tomorrow that are not cancelled, earliest first. There are always fewer than the server's row limit. */
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

// A CHECK constraint limits the statuses to these types.
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
