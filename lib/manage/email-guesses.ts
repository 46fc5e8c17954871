import 'server-only'
import type { ManagedBooking } from './form'

/** How many wrong e-mail addresses may be tried for one booking, and in how many milliseconds. */
const MAX_WRONG = 5
const WINDOW_MS = 24 * 3_600_000

// At most one entry for each booking whose link somebody has.
const wrong = new Map<string, { times: number; until: number }>()

/**
 * Whether an e-mail address is the booking's, which somebody who only has the link may not know.
 * After five wrong ones in 24 hours the result is always 'too_many', also for the right address,
 * because the page shows the name and part of the address, which makes guessing easy. Counted in
 * this process.
 */
export function compareEmail({ id, email }: ManagedBooking, typed: string): 'same' | 'differs' | 'too_many' {
  const now = Date.now()
  for (const [known, { until }] of wrong) if (until <= now) wrong.delete(known)
  const { times, until } = wrong.get(id) ?? { times: 0, until: now + WINDOW_MS }
  if (times >= MAX_WRONG) return 'too_many'
  if (typed.toLowerCase() === email.toLowerCase()) return 'same'
  wrong.set(id, { times: times + 1, until })
  return 'differs'
}
