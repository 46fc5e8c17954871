/** The names that the list shows. */
import type { Outcome, SettableStatus } from '@/lib/requests/request'

/** A column, status or kind with a capital letter: 'Created'. */
export function titleOf(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const kindPlurals = { booking: 'bookings', inquiry: 'inquiries' } as const
export const statusFailures = {
  booking: 'Failed to update booking status',
  inquiry: 'Failed to update inquiry status',
} as const

export const outcomeNames: Record<Outcome, string> = { held: 'Held', no_show: 'No-show', lost: 'Lost' }

/** The buttons' names for changes of status. */
export const verbs: Record<SettableStatus, string> = {
  confirmed: 'Confirm',
  cancelled: 'Cancel booking',
  read: 'Mark as read',
  replied: 'Mark as replied',
  archived: 'Archive',
}

/** What follows a change while the site sends no mails. */
export const NO_MAIL_HINT = 'The site mails nobody: tell them, with the text under “Not told yet”.'
