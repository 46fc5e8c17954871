/** Whose turn it is, and since when, as text. Times are ISO 8601, `now` is milliseconds. */
import { ANSWER_HOURS } from '../content/site'
import { dateAt } from '../dates'
import type { AdminRequest } from './request'

const HOUR_MS = 3_600_000

/**
 * What the list says of it. Our turn: '6 h left' of the time in which an answer is promised, '2 h
 * over', 'not confirmed' of a call that has passed. The visitor's: 'waiting for them for 3 days'. Null
 * when it is nobody's.
 */
export function describeTurn(request: AdminRequest, now: number): string | null {
  const { our_turn_since, their_turn_since } = request
  if (our_turn_since && request.type === 'booking' && request.date < dateAt(new Date(now)))
    return 'not confirmed'
  if (our_turn_since && !['cancelled', 'archived'].includes(request.status)) {
    const left = Date.parse(our_turn_since) + ANSWER_HOURS * HOUR_MS - now
    return left >= 0 ? `${formatSpan(left)} left` : `${formatSpan(-left)} over`
  }
  return their_turn_since ? `waiting for them for ${formatSpan(now - Date.parse(their_turn_since))}` : null
}

/** '45 min', '23 h', '4 days'. */
function formatSpan(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / 60_000)} min`
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** The initials of an admin's e-mail: 'AT' of aroha.t@…, 'AD' of admin@…. */
export function initialsOf(email: string): string {
  const [first = '', second] = email.split('@')[0]?.split(/[._-]/) ?? []
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase()
}
