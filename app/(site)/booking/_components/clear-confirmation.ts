import { writeStorage } from '@/lib/browser-storage'

/** In sessionStorage: the last request's confirmation. */
export const CONFIRMATION_KEY = 'booking-confirmation'
/** In localStorage: the id of the booking that the visitor changed last. */
export const CHANGED_KEY = 'booking-changed'

/** Other tabs ignore their confirmation too, because the visitor has changed the booking. */
export function clearConfirmation(bookingId: string): void {
  writeStorage('sessionStorage', CONFIRMATION_KEY, null)
  writeStorage('localStorage', CHANGED_KEY, bookingId)
}
