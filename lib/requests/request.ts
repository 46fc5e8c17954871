/** Bookings and inquiries as the admin's list shows them together (spec 3, combined admin row). */

/** A booking's states (spec 4). */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** An inquiry's states (spec 4). */
export const inquiryStatuses = ['new', 'read', 'replied', 'archived'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

export type Status = BookingStatus | InquiryStatus

/** The spec's colour of each status (spec 4). */
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
  message: string | null
  /** ISO instant in UTC, as the database writes it: such strings sort by time. */
  createdAt: string
}

export interface Booking extends Shared {
  type: 'booking'
  status: BookingStatus
  /** Studio date, `YYYY-MM-DD`. */
  date: string
  /** Studio wall-clock times, `HH:MM`. */
  startTime: string
  endTime: string
}

export interface Inquiry extends Shared {
  type: 'inquiry'
  status: InquiryStatus
}

export type AdminRequest = Booking | Inquiry

/** What an admin may set a record to: anything it is not already, and never back to the first state (spec 4). */
export function nextStatuses(request: AdminRequest): Status[] {
  const settable: Status[] =
    request.type === 'booking' ? ['confirmed', 'cancelled'] : ['read', 'replied', 'archived']
  return settable.filter((status) => status !== request.status)
}

/** The e-mail that erased records carry; `erase_person` in the database writes it. */
export const ERASED_EMAIL = 'erased@erased.invalid'
