/** Bookings and inquiries, which the admin shows in one list. */

/** The statuses of a booking. A new one is pending. */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** The statuses of an inquiry, the first is the initial one. */
export const inquiryStatuses = ['new', 'read', 'replied', 'archived'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

export type Status = BookingStatus | InquiryStatus

/** The colour of each status. */
export const statusTones = {
  pending: 'yellow',
  confirmed: 'green',
  cancelled: 'red',
  new: 'yellow',
  read: 'blue',
  replied: 'green',
  archived: 'gray',
} as const satisfies Record<Status, string>

interface Shared {
  id: string
  name: string
  email: string
  /** Cut at 500 characters in the list; the dialog has the whole text. */
  message: string | null
  /** ISO 8601 timestamp. */
  createdAt: string
  /** The package that the visitor came from; absent in lists. */
  package?: string | null
}

export interface Booking extends Shared {
  type: 'booking'
  status: BookingStatus
  /** Studio date, `YYYY-MM-DD`. */
  date: string
  /** Studio wall-clock times, `HH:MM`. */
  startTime: string
  endTime: string
  /** The visitor's phone number, when calls are by phone; absent in lists. */
  phone?: string | null
}

export interface Inquiry extends Shared {
  type: 'inquiry'
  status: InquiryStatus
}

export type AdminRequest = Booking | Inquiry

/** One page of the list, with its totals. */
export interface RequestPage {
  rows: AdminRequest[]
  /** How many records match the view, the filters and the search, on all pages together. */
  total: number
  counts: RequestCounts
}

/** How many records there are in each view and of some statuses, ignoring search and filters. */
export interface RequestCounts {
  all: number
  to_answer: number
  upcoming: number
  past: number
  archived: number
  pending: number
  new: number
  bookings: number
  inquiries: number
}

/** The statuses that an admin can set: all but the initial one. */
export const settableStatuses = {
  booking: ['confirmed', 'cancelled'],
  inquiry: ['read', 'replied', 'archived'],
} as const

/** The statuses that an admin can set this record to: the settable ones without its present one. */
export function nextStatuses({ type, status }: AdminRequest): Status[] {
  return settableStatuses[type].filter((next) => next !== status)
}

/** The e-mail address of erased records, written by `erase_person` in the database. */
export const ERASED_EMAIL = 'erased@erased.invalid'
