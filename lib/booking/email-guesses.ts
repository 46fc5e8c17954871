import 'server-only'
import type { ManagedBooking } from './managed'

/** So many wrong e-mail addresses are taken for one booking, in so many milliseconds. */
const MAX_WRONG = 5
const KEEP_MS = 24 * 3_600_000

// One entry for each booking whose link somebody has, at most.
const wrong = new Map<string, { times: number; until: number }>()

/**
 * Whether an e-mail address is the booking's: who has only its link does not know. 'too_many' after the fifth wrong one of a day, for the
 * right one too, or it could be found out by guessing; its name and a part of it stand on the page. Counted by this process.
 */
export function compareEmail({ id, email }: ManagedBooking, typed: string): 'same' | 'differs' | 'too_many' {
  const now = Date.now()
  for (const [known, { until }] of wrong) if (until <= now) wrong.delete(known)
  const { times, until } = wrong.get(id) ?? { times: 0, until: now + KEEP_MS }
  if (times >= MAX_WRONG) return 'too_many'
  if (typed.toLowerCase() === email.toLowerCase()) return 'same'
  wrong.set(id, { times: times + 1, until })
  return 'differs'
}
