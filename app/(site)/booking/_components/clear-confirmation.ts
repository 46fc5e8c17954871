import { writeStorage } from '@/lib/browser-storage'

/** The sessionStorage key of the last request's confirmation. */
export const CONFIRMATION_KEY = 'booking-confirmation'
/** The localStorage key for the id of the booking that the visitor changed last. */
export const CHANGED_KEY = 'booking-changed'

/**
 * Deletes a booking's saved confirmation in this tab, and makes other tabs ignore theirs, because the visitor
 * has changed the booking.
 */
export function clearConfirmation(bookingId: string): void {
  writeStorage('sessionStorage', CONFIRMATION_KEY, null)
  writeStorage('localStorage', CHANGED_KEY, bookingId)
}
