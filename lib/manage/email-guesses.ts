import 'server-only'
import type { ManagedBooking } from './queries'

/** The number of wrong e-mail addresses that a booking allows within {@link WINDOW_MS} (milliseconds). */
const MAX_GUESSES = 5
const WINDOW_MS = 24 * 3_600_000

// The wrong attempts by booking id.
const wrong = new Map<string, { times: number; until: number }>()

/**
 * Compares a typed e-mail address with the booking's. After five wrong addresses in 24 hours, always returns
 * 'too_many', even for the right address: the page shows the name and a part of the address, so guessing
 * would be easy. Each process counts separately.
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
