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

// Queries for the page of one request, its changes, and the admins. Row-level security shows these rows only
// to admins. Each function throws the database server's error.

/**
 * An event in a request's history. `at` is ISO 8601, `actor` is 'visitor', an admin's e-mail or 'database',
 * `revision` is the request's revision after the event. `before` and `after` contain the changed parts of the
 * request's state, `what` gives more detail.
 */
export type RequestEvent = z.infer<typeof requestEvent>

/**
 * The changed parts of a request's state. Only a booking has a date (`YYYY-MM-DD`) and a time (`HH:MM`) on
 * the studio's clock, and a location (null: the usual one).
 */
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

/**
 * Lists the changes that others made to a request after the viewer's revision, oldest first, by the rule of
 * `private.check_seen` in the database; with `ofState`, only changes of the request's state.
 */
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

/** Finds the revision at which the viewer set this status, if after `revision`; null if there is none. */
export async function findOwnChange(id: string, revision: number, status: Status): Promise<number | null> {
  const me = (await getViewer())?.email
  const own = (await listEvents(id, revision)).findLast(
    ({ actor, before, after }) => actor === me && before?.status !== undefined && after?.status === status,
  )
  return own?.revision ?? null
}

/** The changes that others made to a request since the admin read it, and the request's current state. */
export interface ChangedRequest {
  events: RequestEvent[]
  status: Status
  revision: number
}

/** A reply of an admin. `waits` is true while the admin can undo it, `sent_at` is the time of sending. */
const reply = z.object({
  /** The request's revision that the reply made. It identifies the reply for the undo. */
  revision: z.number(),
  kind: z.enum(replyKinds),
  ...{ subject: z.string(), body: z.string(), sent_by: z.string().nullable() },
  ...{ created_at: z.string(), sent_at: z.string().nullable(), waits: z.boolean() },
})
export type Reply = z.infer<typeof reply>

/** A mail that the site sent to the visitor automatically, with the call's state at that time. */
const siteMail = z.object({
  ...{ at: z.string(), kind: z.string(), status: z.string().nullable() },
  ...{ date: z.string().nullable(), start_time: z.string().nullable() },
})
export type SiteMail = z.infer<typeof siteMail>

/** One of the requests of a person. Only a booking has a date (`YYYY-MM-DD`) and a time (`HH:MM`). */
const personRequest = z.object({
  ...{ id: z.string(), type: z.enum(['booking', 'inquiry']), created_at: z.string() },
  status: z.enum([...bookingStatuses, ...inquiryStatuses]),
  ...{ date: z.string().nullable(), start_time: z.string().nullable() },
})
export type PersonRequest = z.infer<typeof personRequest>

/** The facts that a reply needs besides the request; null if they could not be read. */
export interface ReplyContext {
  /** The base of the links in the reply's text. */
  origin: string
  /** The path of the booking's own page; `path` is null if an admin cannot get the link. */
  link: { path: string | null } | null
  /** The free times around the call, or from tomorrow on for a message. */
  free: TimeSlot[] | null
  /** The request's history, oldest first. */
  events: RequestEvent[] | null
  /** The location of calls without a location of their own. */
  usual: UsualLocation | null
  /** The facts of the offer that the visitor has accepted. */
  agreed: Agreed | null
  /** The viewer's e-mail address. */
  me: string
}

const FREE_DAYS = 28

/** Finds the free times that a reply can propose: around the call, or from tomorrow on for a message. */
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

/** Returns the history of a request, oldest first: all events, or only those after a revision. */
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

/** An admin's note about a request. `author` is the admin's user id; null if the account is deleted. */
export interface Note {
  id: string
  author: string | null
  body: string
  created_at: string
  edited_at: string | null
}

/** An account that can own requests. */
export interface Admin {
  id: string
  email: string
  /** An ISO 8601 timestamp; null before the first sign-in. */
  last_sign_in_at: string | null
  /** The times when the account got a second factor, and last lost one; null if never. */
  code_since: string | null
  code_removed_at: string | null
  /** The e-mail of the admin who removed the second factor; null if the server's operator did it. */
  code_removed_by: string | null
  /** The time of the fifth wrong code within 15 minutes; null if that did not happen recently. */
  wrong_codes_at: string | null
}

/** A request's notes, oldest first. */
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

/** The replies to a request, oldest first. */
export async function listReplies(id: string): Promise<Reply[]> {
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('list_replies', { p_request_id: id }).retry(false).throwOnError()
  return z.array(reply).parse(data)
}

/** The mails that the site sent about a request automatically. */
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

/** The path of a booking's own page; null for a message, or if an admin cannot get the link. */
export async function findLinkPath({ type, id }: AdminRequest): Promise<string | null> {
  if (type !== 'booking') return null
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('get_link_version', { p_booking_id: id }).retry(false).throwOnError()
  const version: number | null = data
  return version === null ? null : managePath(id, version)
}

/** The founders' calendars that are busy during a call. */
export async function findBusy(request: AdminRequest) {
  if (request.type !== 'booking' || request.status === 'cancelled') return []
  return busyAt(await listBusy(request.date), request)
}

/** Returns the accounts that can own requests. */
export async function listAdmins(): Promise<Admin[]> {
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('list_admins').retry(false).throwOnError()
  return data
}
