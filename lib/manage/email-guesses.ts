import 'server-only'
import type { ManagedBooking } from './queries'

/** A booking allows this many wrong e-mail addresses within {@link WINDOW_MS} (milliseconds). */
const MAX_GUESSES = 5
const WINDOW_MS = 24 * 3_600_000

// It has at most one entry for each booking.
const wrong = new Map<string, { times: number; until: number }>()

/**
 * Compares an e-mail address with the booking's. After five wrong ones in 24 hours it always returns
 * 'too_many', even for the right address, because the page shows the name and part of the address, which
 * makes guessing easy. Each process counts for itself.
 */
export function compareEmail({ id, email }: ManagedBooking, typed: string): 'same' | 'differs' | 'too_many' {
  const now = Date.now()
  for (const [known, { until }] of wrong) if (until <= now) wrong.delete(known)
  const { times, until } = wrong.get(id) ?? { times: 0, until: now + WINDOW_MS }
  if (times >= MAX_GUESSES) return 'too_many'
  if (typed.toLowerCase() === email.toLowerCase()) return 'same'
  wrong.set(id, { times: times + 1, until })
  return 'differs'
}
