import 'server-only'
import { addDays, dateAt, withoutSeconds } from '../dates'
import { accessErrorOr } from '../supabase/auth'
import { sessionClient } from '../supabase/server'
import type { AdminRequest, Booking, Inquiry, VisitorsCall } from './request'
import type { BookingStatus, InquiryStatus } from '../statuses'
import type { RequestEvent } from './one-request'

// Row-level security shows these rows only to admins. Each function throws the database server's error.

const columns = 'id, name, email, message, status, created_at, revision' as const
const bookingColumns = `${columns}, date, time_slots (start_time, end_time)` as const
// The turn (turn.ts) is in the row of `requests` with the same id.
const turn = 'turn_reason, theirs_from, ours_from, over_from, due_at' as const

/** Not one that an admin booked. */
export async function hasVisitorBooking(): Promise<boolean> {
  const events = (await sessionClient()).from('request_events').select('id').limit(1)
  return (await events.match({ kind: 'booked', actor: 'visitor' }).throwOnError()).data.length > 0
}

export async function findRequest(id: string): Promise<AdminRequest | null> {
  const [booking, inquiry] = await Promise.all([findBooking(id), findInquiry(id)])
  return booking ?? inquiry
}

export async function findBooking(id: string): Promise<Booking | null> {
  const supabase = await sessionClient()
  // A separate query, because the view `admin_requests` contains both bookings and inquiries.
  const marks = supabase
    .from('admin_requests')
    .select('is_on_closed_date, is_proposed, is_kept')
    .eq('id', id)
    .maybeSingle()
    .retry(false)
    .throwOnError()
    .overrideTypes<Required<Pick<Booking, 'is_on_closed_date' | 'is_proposed' | 'is_kept'>>>()
  const booking = supabase
    .from('bookings')
    .select(
      `${bookingColumns}, package, fit, price_seen, phone, location, room, known, cancel_reason, cancel_message, requests (owner, ${turn}, outcome, outcome_reason)`,
    )
    .eq('id', id)
    .maybeSingle()
    .retry(false)
    .throwOnError()
    .overrideTypes<{ status: BookingStatus; known: VisitorsCall | null }>()
  const [{ data }, { data: marked }] = await Promise.all([booking, marks])
  return data && { ...toBooking(withRequest(data)), ...marked }
}

export async function findInquiry(id: string): Promise<Inquiry | null> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .from('inquiries')
    .select(`${columns}, package, fit, price_seen, requests (owner, ${turn})`)
    .eq('id', id)
    .maybeSingle()
    .retry(false)
    .throwOnError()
    .overrideTypes<{ status: InquiryStatus }>()
  return data && { type: 'inquiry', ...withRequest(data) }
}

/** The names by request id. */
export async function findNames(ids: string[]): Promise<Map<string, string>> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .from('admin_requests')
    .select('id, name')
    .in('id', ids)
    .retry(false)
    .throwOnError()
  return new Map(data.map(({ id, name }) => [id ?? '', name ?? '']))
}

/** The calls of today and tomorrow, earliest first: always fewer than the server's row limit. */
export async function listSoon(): Promise<Booking[]> {
  const supabase = await sessionClient()
  const today = dateAt()
  const { data } = await supabase
    .from('bookings')
    .select(`${bookingColumns}, requests (${turn})`)
    .neq('status', 'cancelled')
    .gte('date', today)
    .lte('date', addDays(today, 1))
    .retry(false)
    .throwOnError()
    .overrideTypes<{ status: BookingStatus }[]>()
  return data
    .map((row) => toBooking(withRequest(row)))
    .toSorted((a, b) => (a.date + a.start_time < b.date + b.start_time ? -1 : 1))
}

const MAX_TO_ANSWER = 6

export async function findNextToAnswer(except: string): Promise<string | null> {
  return (await findFirst(2)).find((id) => id !== except) ?? null
}

/**
 * Accepted offers, calls that begin today or should already be confirmed, then the requests due earliest. Throws an
 * `AccessError` if the database reports that the caller is no admin.
 */
async function findFirst(max: number): Promise<string[]> {
  const supabase = await sessionClient()
  const ours = () =>
    supabase
      .from('requests')
      .select('id, turn_reason, starts')
      .gt('over_from', 'now') // the database's clock
      .lte('ours_from', 'now')
      .retry(false)
  // Only the ids, which an index finds: a join with both tables would read all requests.
  const [first, { data: due }] = await Promise.all([
    supabase
      .rpc('get_late_calls')
      .retry(false)
      .then(async ({ data: late, error }) => {
        if (error) throw accessErrorOr(error)
        const today = dateAt()
        const begins = `status.eq.pending,starts.gte.${today},starts.lt.${addDays(today, 1)}`
        const isFirst = [
          'turn_reason.eq.accepted',
          `and(${begins})`,
          late.length > 0 && `id.in.(${late.join()})`,
        ]
        const { data } = await ours().or(isFirst.filter(Boolean).join()).limit(100).throwOnError()
        return data
      }),
    ours().order('due_at').order('created_at', { ascending: false }).order('id').limit(max).throwOnError(),
  ])
  const isAccepted = ({ turn_reason }: (typeof first)[number]) => Number(turn_reason === 'accepted')
  const sorted = first.toSorted(
    (a, b) => isAccepted(b) - isAccepted(a) || ((a.starts ?? '') < (b.starts ?? '') ? -1 : 1),
  )
  return [...new Set([...sorted, ...due].map(({ id }) => id))].slice(0, max)
}

const stripColumns =
  'type, id, name, email, message, status, created_at, date, start_time, end_time, owner, revision, is_on_closed_date, ' +
  turn

export async function listToAnswer(): Promise<AdminRequest[]> {
  const supabase = await sessionClient()
  const ids = await findFirst(MAX_TO_ANSWER)
  const { data } = await supabase
    .from('admin_requests')
    .select(stripColumns)
    .in('id', ids)
    .retry(false)
    .throwOnError()
    .overrideTypes<AdminRequest[], { merge: false }>()
  return ids.flatMap((id) => data.find((row) => row.id === id) ?? [])
}

/** With the visitor's reason or null. Leaves out bookings that an admin cancelled. */
export async function findCancelledByVisitor(ids: string[]) {
  const supabase = await sessionClient()
  const [{ data: bookings }, { data: events }] = await Promise.all([
    supabase
      .from('bookings')
      .select('id, cancel_reason')
      .in('id', ids)
      .eq('status', 'cancelled')
      .retry(false)
      .throwOnError(),
    supabase
      .from('request_events')
      .select('request_id, actor, before, after')
      .in('request_id', ids)
      .in('kind', ['cancelled', 'undone'])
      .order('id')
      .retry(false)
      .throwOnError()
      .overrideTypes<Pick<RequestEvent, 'actor' | 'before' | 'after'>[]>(),
  ])
  return bookings.flatMap(({ id, cancel_reason }) => {
    const cancellation = events.findLast(
      ({ request_id, before, after }) =>
        request_id === id && after?.status === 'cancelled' && before?.status !== undefined,
    )
    return cancellation?.actor === 'visitor' ? [{ id, reason: cancel_reason }] : []
  })
}

function withRequest<Row extends { requests: object }>({
  requests,
  ...row
}: Row): Omit<Row, 'requests'> & Row['requests'] {
  return { ...row, ...requests }
}

function toBooking<Row extends { time_slots: { start_time: string; end_time: string } }>({
  time_slots,
  ...row
}: Row) {
  return {
    type: 'booking' as const,
    ...row,
    start_time: withoutSeconds(time_slots.start_time),
    end_time: withoutSeconds(time_slots.end_time),
  }
}
