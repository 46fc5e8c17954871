import { isAhead } from '@/lib/requests/replies'
import type { AdminRequest, Outcome, SettableStatus } from '@/lib/requests/request'

export const kindPlurals = { booking: 'bookings', inquiry: 'inquiries' } as const
export const statusFailures = {
  booking: 'Failed to update booking status',
  inquiry: 'Failed to update inquiry status',
} as const

export const outcomeNames: Record<Outcome, string> = { held: 'Held', no_show: 'No-show', lost: 'Lost' }

export const statusVerbs: Record<SettableStatus, string> = {
  confirmed: 'Confirm',
  cancelled: 'Cancel booking',
  read: 'Mark as read',
  replied: 'Mark as replied',
  archived: 'Archive',
}

/** Says that nobody is mailed about a call that has begun. */
export function verbOf(status: SettableStatus, request: AdminRequest, now = Date.now()): string {
  const isOver = status === 'confirmed' && !isAhead(request, now)
  return isOver ? `${statusVerbs[status]}, mails nobody` : statusVerbs[status]
}

/** For a site without a mail server. */
export const NO_MAIL_HINT = 'The site mails nobody: tell them, with the text under “Not told yet”.'
