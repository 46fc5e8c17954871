import { dateAt, formatDate } from '../dates'
import { type BookingStatus, ERASED_EMAIL, type InquiryStatus, type Status } from '../statuses'
import type { Database } from '../supabase/database.types'

export const outcomes = ['held', 'no_show', 'lost'] as const
export type Outcome = (typeof outcomes)[number]

/** As in the database. */
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
type BookingRow = Tables['bookings']['Row']
type RequestRow = Tables['requests']['Row']
/** The fields of bookings and inquiries. A query may leave out the optional ones. `owner` is an admin's user id. */
type CommonFields = Pick<BookingRow, 'id' | 'name' | 'email' | 'message' | 'created_at' | 'revision'> &
  Partial<Pick<BookingRow, 'package' | 'fit' | 'price_seen'>> & {
    /** In cents. Only in the strip of /admin. */
    accepted_cents?: number
  } & Partial<
    Pick<RequestRow, 'owner' | 'turn_reason' | 'theirs_from' | 'ours_from' | 'over_from' | 'due_at'>
  >

export interface Booking
  extends
    CommonFields,
    Pick<BookingRow, 'date'>,
    Partial<Pick<BookingRow, 'phone' | 'location' | 'room' | 'cancel_reason' | 'cancel_message'>>,
    Partial<Pick<RequestRow, 'outcome' | 'outcome_reason'>> {
  type: 'booking'
  status: BookingStatus
  /** `HH:MM` on the studio's clock. */
  start_time: string
  end_time: string
  /** Only `findBooking` reads it. */
  known?: VisitorsCall | null
  /** The call is ahead, and its date is closed. `listSoon` does not read it. */
  is_on_closed_date?: boolean
  /** Other times were proposed, and the visitor has not answered. Neither `listSoon` nor `listToAnswer` reads it. */
  is_proposed?: boolean
  /** An admin has decided that the call stays, although its date is closed. Only `findBooking` reads it. */
  is_kept?: boolean
}
/**
 * The call as the visitor has known it since `at`, because a mail or a page told them. If it was confirmed, a null
 * `location` is the usual one, and `wording` is the location as text; else both are null.
 */
export interface VisitorsCall {
  status: BookingStatus
  date: string
  start_time: string
  location: string | null
  wording: string | null
  at: string
}

export interface Inquiry extends CommonFields {
  type: 'inquiry'
  status: InquiryStatus
}

export type AdminRequest = Booking | Inquiry

export const settableStatuses = {
  booking: ['confirmed', 'cancelled'],
  inquiry: ['read', 'replied', 'archived'],
} as const
export type SettableStatus = (typeof settableStatuses)[keyof typeof settableStatuses][number]

const erasedStatuses = { booking: ['cancelled'], inquiry: ['archived'] } as const

export function nextStatuses(request: AdminRequest): SettableStatus[] {
  const settable = (isErased(request) ? erasedStatuses : settableStatuses)[request.type]
  return settable.filter((next) => next !== request.status)
}

/** After a reply, the request is nobody's turn until the page reads it again. */
export function withStatus<Request extends AdminRequest>(request: Request, status: Status): Request {
  const isAnswer = status !== request.status && !['pending', 'new', 'read'].includes(status)
  return { ...request, status, ...(isAnswer && nobodysTurn) }
}

export const nobodysTurn = { theirs_from: null, ours_from: 'infinity', over_from: '-infinity' } as const

export function isErased({ email }: AdminRequest): boolean {
  return email === ERASED_EMAIL
}

/** 'on our list of Mon 23 Nov 2026'; `seenAt` is ISO 8601. */
export function describeList(seenAt: string): string {
  return `on our list of ${formatDate(dateAt(new Date(seenAt)))}`
}
