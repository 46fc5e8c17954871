import 'server-only'
import type { ManagedBooking } from './form'

/** The wrong e-mail addresses that one booking allows, and within how many milliseconds. */
const MAX_GUESSES = 5
const WINDOW_MS = 24 * 3_600_000

// Has at most one entry for each booking whose link somebody has.
const wrong = new Map<string, { times: number; until: number }>()

/**
 * Compares an e-mail address with the booking's, which somebody who only has the link may not know. After
 * five wrong ones in 24 hours it always returns 'too_many', even for the right address, because the page
 * shows the name and part of the address, which makes guessing easy. This process counts them.
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
