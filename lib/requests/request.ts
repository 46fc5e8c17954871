/** The requests in the admin's list: bookings and inquiries. Their fields are columns of the database. */
import { dateAt, formatDate } from '../dates'
import { type BookingStatus, ERASED_EMAIL, type InquiryStatus, type Status } from '../statuses'
import type { Database } from '../supabase/database.types'

export const outcomes = ['held', 'no_show', 'lost'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * The most characters of a note, of the message to the visitor of a cancelled call, and of the reason for
 * the outcome `lost`, as in the database.
 */
export const MAX_NOTE = 5_000
export const MAX_CANCEL_MESSAGE = 500
export const MAX_OUTCOME_REASON = 200

export const statusTones = {
  pending: 'yellow',
  confirmed: 'green',
  cancelled: 'red',
  new: 'yellow',
  read: 'blue',
  replied: 'green',
  archived: 'gray',
} as const satisfies Record<Status, string>

type Tables = Database['public']['Tables']
type Row = Tables['bookings']['Row']
type RequestRow = Tables['requests']['Row']
/**
 * `revision` counts the request's changes. `package`, `fit` and `price_seen` are absent in `listSoon` and
 * `listToAnswer`. `owner` is an admin's user id. `turnOf` (turn.ts) reads the fields from `turn_reason` on.
 */
type Shared = Pick<Row, 'id' | 'name' | 'email' | 'message' | 'created_at' | 'revision'> &
  Partial<Pick<Row, 'package' | 'fit' | 'price_seen'>> & {
    /** The sum of the accepted offer, in cents. Only in the strip of /admin. */
    accepted_cents?: number
  } & Partial<
    Pick<RequestRow, 'owner' | 'turn_reason' | 'theirs_from' | 'ours_from' | 'over_from' | 'due_at'>
  >

export interface Booking
  extends
    Shared,
    Pick<Row, 'date'>,
    Partial<Pick<Row, 'phone' | 'location' | 'room' | 'cancel_reason' | 'cancel_message'>>,
    Partial<Pick<RequestRow, 'outcome' | 'outcome_reason'>> {
  type: 'booking'
  status: BookingStatus
  /** The call's times on the studio's clock, `HH:MM`. */
  start_time: string
  end_time: string
  /** The state that the visitor knows, or null. Absent in lists. */
  known?: KnownCall | null
  /** True if the call is in the future and its date is closed. Absent in `listSoon`. */
  is_on_closed_date?: boolean
  /**
   * True if the studio asked the visitor for another time and the visitor has not answered. Absent in
   * `listSoon` and `listToAnswer`.
   */
  is_proposed?: boolean
  /** True if an admin decided that the call stays, although its date is closed. Absent in lists. */
  is_kept?: boolean
}
/**
 * The state of a call that the visitor knows. `wording` is the call's location as text, `location` is null
 * for the usual location; both are null unless it was confirmed. `at` is when the visitor learned the state.
 */
export interface KnownCall {
  status: BookingStatus
  date: string
  start_time: string
  location: string | null
  wording: string | null
  at: string
}

export interface Inquiry extends Shared {
  type: 'inquiry'
  status: InquiryStatus
}

export type AdminRequest = Booking | Inquiry

/** The statuses that an admin can set: all except the initial ones. */
export const settableStatuses = {
  booking: ['confirmed', 'cancelled'],
  inquiry: ['read', 'replied', 'archived'],
} as const
export type SettableStatus = (typeof settableStatuses)[keyof typeof settableStatuses][number]

/** The statuses that an admin can set after the person's erasure. */
const erasedStatuses = { booking: ['cancelled'], inquiry: ['archived'] } as const

/** The statuses that an admin can set on this request: all settable statuses except the current one. */
export function nextStatuses(request: AdminRequest): SettableStatus[] {
  const settable = (isErased(request) ? erasedStatuses : settableStatuses)[request.type]
  return settable.filter((next) => next !== request.status)
}

/**
 * Returns the request with a new status. After a reply, the request is nobody's turn until the page reads the
 * request again.
 */
export function withStatus<Request extends AdminRequest>(request: Request, status: Status): Request {
  const isAnswer = status !== request.status && !['pending', 'new', 'read'].includes(status)
  return { ...request, status, ...(isAnswer && nobodysTurn) }
}

/** The turn's fields of a request that is nobody's turn. */
export const nobodysTurn = { theirs_from: null, ours_from: 'infinity', over_from: '-infinity' } as const

export function isErased({ email }: AdminRequest): boolean {
  return email === ERASED_EMAIL
}

/** Names the site's price list on a day (`seenAt`, ISO 8601): 'on our list of Mon 23 Nov 2026'. */
export function describeList(seenAt: string): string {
  return `on our list of ${formatDate(dateAt(new Date(seenAt)))}`
}
