/** What the list calls things. */
import type { Status } from '@/lib/requests/request'
import type { SortColumn, View } from '@/lib/requests/view'

export const columnTitles: Record<SortColumn, string> = {
  created: 'Created',
  name: 'Name',
  email: 'Email',
  type: 'Type',
  date: 'Date',
  time: 'Time',
  status: 'Status',
  message: 'Message',
}

export const viewTitles: Record<View, string> = {
  all: 'All',
  to_answer: 'To answer',
  upcoming: 'Upcoming',
  past: 'Past',
  archived: 'Archived/cancelled',
}

export const kindTitles = { booking: 'Booking', inquiry: 'Inquiry' } as const
export const kindPlurals = { booking: 'bookings', inquiry: 'inquiries' } as const
export const statusFailures = {
  booking: 'Failed to update booking status',
  inquiry: 'Failed to update inquiry status',
} as const

/** What the buttons call a change of status; nothing sets a first status. */
export const verbs: Record<Status, string> = {
  pending: '',
  confirmed: 'Confirm',
  cancelled: 'Cancel booking',
  new: '',
  read: 'Mark as read',
  replied: 'Mark as replied',
  archived: 'Archive',
}
