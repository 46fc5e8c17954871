import 'server-only'
import type { Agreed } from '../offers/agreed'
import { z } from 'zod'
import { findOpenSlots } from '../booking/queries'
import { busyAt, listBusy } from '../calendars/queries'
import type { TimeSlot } from '../booking/slots'
import { addDays, bookableDates, dateAt } from '../dates'
import { managePath } from '../booking/token'
import type { UsualLocation } from '../settings/schema'
import { getViewer } from '../supabase/auth'
import { sessionClient } from '../supabase/server'
import type { AdminRequest, Booking, Inquiry } from './request'
import { bookingStatuses, inquiryStatuses, replyKinds, type Status } from '../statuses'

// Row-level security shows these rows only to admins. Each function throws the database server's error.

/**
 * `at` is ISO 8601, `actor` is 'visitor', an admin's e-mail or 'database', `revision` is the request's after the event.
 * `before` and `after` have the changed parts of its state.
 */
export type RequestEvent = z.infer<typeof requestEvent>

/** Only a booking has a date (`YYYY-MM-DD`), a time (`HH:MM`) and a location (null: the usual one). */
const requestState = z
  .object({ status: z.string(), date: z.string(), start_time: z.string(), end_time: z.string() })
  .partial()
  .extend({ location: z.string().nullish() })
export type RequestState = z.infer<typeof requestState>

export const requestEvent = z.object({
  ...{ at: z.string(), actor: z.string(), revision: z.number(), kind: z.string() },
  what: z.string().nullable(),
  before: requestState.nullable(),
  after: requestState.nullable(),
})

/** Oldest first, by the rule of `private.check_seen` in the database; `ofState`: only of the request's state. */
export async function listChangesSince(
  id: string,
  revision: number,
  ofState = false,
): Promise<RequestEvent[]> {
  const me = (await getViewer())?.email
  const events = await listEvents(id, revision)
  return events.filter(
    ({ actor, kind, before }) =>
      actor !== me &&
      kind !== 'told' &&
      kind !== 'link_copied' &&
      (!ofState || (before !== null && ['status', 'date', 'location'].some((key) => key in before))),
  )
}

/** The viewer set this status after `revision`; null if they did not. */
export async function findOwnChange(id: string, revision: number, status: Status): Promise<number | null> {
  const me = (await getViewer())?.email
  const own = (await listEvents(id, revision)).findLast(
    ({ actor, before, after }) => actor === me && before?.status !== undefined && after?.status === status,
  )
  return own?.revision ?? null
}

/** Since the admin read it. */
export interface ChangedRequest {
  events: RequestEvent[]
  status: Status
  revision: number
}

/** `waits` while the admin can undo it. */
const reply = z.object({
  /** Made by the reply; identifies it for the undo. */
  revision: z.number(),
  kind: z.enum(replyKinds),
  ...{ subject: z.string(), body: z.string(), sent_by: z.string().nullable() },
  ...{ created_at: z.string(), sent_at: z.string().nullable(), waits: z.boolean() },
})
export type Reply = z.infer<typeof reply>

/** With the call's state at that time. */
const siteMail = z.object({
  ...{ at: z.string(), kind: z.string(), status: z.string().nullable() },
  ...{ date: z.string().nullable(), start_time: z.string().nullable() },
})
export type SiteMail = z.infer<typeof siteMail>

/** Only a booking has a date (`YYYY-MM-DD`) and a time (`HH:MM`). */
const personRequest = z.object({
  ...{ id: z.string(), type: z.enum(['booking', 'inquiry']), created_at: z.string() },
  status: z.enum([...bookingStatuses, ...inquiryStatuses]),
  ...{ date: z.string().nullable(), start_time: z.string().nullable() },
})
export type PersonRequest = z.infer<typeof personRequest>

/** Each is null if it could not be read. */
export interface ReplyContext {
  /** The base of the links in the reply's text. */
  origin: string
  /** `path` is null if an admin cannot get the link. */
  link: { path: string | null } | null
  free: TimeSlot[] | null
  /** Oldest first. */
  events: RequestEvent[] | null
  /** For calls without a location of their own. */
  usual: UsualLocation | null
  agreed: Agreed | null
  me: string
}

const FREE_DAYS = 28

/** Around the call, or from tomorrow on for a message. */
export async function findTimesFor(
  request: Pick<Booking, 'type' | 'date'> | Pick<Inquiry, 'type'>,
): Promise<TimeSlot[]> {
  const bookable = bookableDates(dateAt())
  const [first, last] = [bookable.first, addDays(bookable.last, -FREE_DAYS)]
  const around = request.type === 'booking' ? addDays(request.date, -FREE_DAYS / 4) : first
  const from = around < first ? first : around > last ? last : around
  const free = await findOpenSlots(from, addDays(from, FREE_DAYS - 1))
  if (!free) throw new Error('the free times could not be read')
  return free
}

/** Oldest first, all or only those after a revision. */
export async function listEvents(id: string, after = -1): Promise<RequestEvent[]> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .from('request_events')
    .select('at, actor, revision, kind, before, after, what')
    .eq('request_id', id)
    .gt('revision', after)
    .order('id')
    .retry(false)
    .throwOnError()
  return z.array(requestEvent).parse(data)
}

/** `author` is the admin's user id; null if the account is deleted. */
export interface Note {
  id: string
  author: string | null
  body: string
  created_at: string
  edited_at: string | null
}

export interface Admin {
  id: string
  email: string
  /** ISO 8601; null before the first sign-in. */
  last_sign_in_at: string | null
  /** When the account got a second factor, and last lost one. */
  code_since: string | null
  code_removed_at: string | null
  /** The e-mail of the admin; null if the server's operator did it. */
  code_removed_by: string | null
  /** The fifth wrong code within 15 minutes, recently. */
  wrong_codes_at: string | null
}

export async function listNotes(id: string): Promise<Note[]> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .from('request_notes')
    .select('id, author, body, created_at, edited_at')
    .eq('request_id', id)
    .order('created_at')
    .retry(false)
    .throwOnError()
  return data
}

export async function listReplies(id: string): Promise<Reply[]> {
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('list_replies', { p_request_id: id }).retry(false).throwOnError()
  return z.array(reply).parse(data)
}

export async function listSiteMails(id: string): Promise<SiteMail[]> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .rpc('list_automatic_mails', { p_request_id: id })
    .retry(false)
    .throwOnError()
  return z.array(siteMail).parse(data)
}

/** The newest 50 requests with this e-mail address, ignoring case, and the number of all. */
export async function findPerson(email: string): Promise<{ requests: PersonRequest[]; count: number }> {
  const supabase = await sessionClient()
  const [requests, count] = await Promise.all([
    supabase.rpc('list_person', { p_email: email }).retry(false).throwOnError(),
    supabase.rpc('count_requests', { p_email: email }).retry(false).throwOnError(),
  ])
  return { requests: z.array(personRequest).parse(requests.data), count: count.data }
}

/** Null for a message, or if an admin cannot get the link. */
export async function findLinkPath({ type, id }: AdminRequest): Promise<string | null> {
  if (type !== 'booking') return null
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('get_link_version', { p_booking_id: id }).retry(false).throwOnError()
  const version: number | null = data
  return version === null ? null : managePath(id, version)
}

export async function findBusy(request: AdminRequest) {
  if (request.type !== 'booking' || request.status === 'cancelled') return []
  return busyAt(await listBusy(request.date), request)
}

export async function listAdmins(): Promise<Admin[]> {
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('list_admins').retry(false).throwOnError()
  return data
}
