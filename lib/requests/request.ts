/** Bookings and inquiries as the admin's list shows them together. */

/** A booking's states. */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** An inquiry's states. */
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
  /** In the list cut at 500 characters; the dialog reads the whole record. */
  message: string | null
  /** ISO instant, as the database writes it. */
  createdAt: string
  /** The package whose button was pressed; absent in lists. */
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
  /** Where the studio rings; absent in lists. */
  phone?: string | null
}

export interface Inquiry extends Shared {
  type: 'inquiry'
  status: InquiryStatus
}

export type AdminRequest = Booking | Inquiry

/** What one page of the list brings with it. */
export interface RequestPage {
  rows: AdminRequest[]
  /** How many records the view, its filters and its search hold on all pages together. */
  total: number
  counts: RequestCounts
}

/** How many records there are, whatever is searched or filtered. */
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

/** The statuses a kind of record can be set to: any but its first. */
export const settableStatuses = {
  booking: ['confirmed', 'cancelled'],
  inquiry: ['read', 'replied', 'archived'],
} as const

/**
 * What an admin may set a record to: anything it is not already, and never back to the first state; without a person behind it only its last
 * state.
 */
export function nextStatuses(request: AdminRequest): Status[] {
  const settable = settableStatuses[request.type]
  return (isErased(request) ? settable.slice(-1) : settable).filter((next) => next !== request.status)
}

/** The e-mail that erased records carry; `erase_person` in the database writes it. */
export const ERASED_EMAIL = 'erased@erased.invalid'

/** Whether nobody is behind a record any more. */
export function isErased({ email }: AdminRequest): boolean {
  return email === ERASED_EMAIL
}
