import 'server-only'
import type { ManagedBooking } from './queries'

const MAX_GUESSES = 5
const WINDOW_MS = 24 * 3_600_000

const wrong = new Map<string, { times: number; until: number }>()

/**
 * 'too_many' after five wrong addresses in 24 hours, even for the right one: the page shows a part of the address, so
 * guessing would be easy. Each process counts separately.
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
