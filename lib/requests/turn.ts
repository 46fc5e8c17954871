/** Whose turn a request is, and how long already, in words. Times are ISO 8601 or PostgreSQL's `infinity`, `now` is milliseconds. */
import { dateAt } from '../dates'
import type { AdminRequest } from './request'

/**
 * What was done last, or the state that decides, as `private.with_turn` in the database writes it: a
 * visitor's act, the studio's, or `erased`, `cancelled`, `archived`, `confirmed`.
 */
export type TurnReason =
  | 'booked'
  | 'wrote'
  | 'moved'
  | 'took_time'
  | 'answered'
  | 'offer_accepted'
  | 'offer_declined'
  | 'wrote_again'
  | 'replied'
  | 'proposed'
  | 'offered'
  | 'elsewhere'
  | 'withdrawn'
  | 'turned_down'
  | 'after_call'
  | 'not_needed'
  | 'closed'
  | 'confirmed'
  | 'cancelled'
  | 'archived'
  | 'erased'

export interface Turn {
  whose: 'ours' | 'theirs' | 'nobody'
  reason: TurnReason
  /** Since when, in milliseconds. */
  since: number
  /** By when it is due while it is ours, in milliseconds; else Infinity. */
  due: number
  /** Whether the visitor asked something, for which an answer in 24 hours is promised. */
  asks: boolean
}

const questions: readonly string[] = ['booked', 'wrote', 'moved', 'answered']

/** Null for a request that was read without these fields. */
export function turnOf(request: AdminRequest, now: number): Turn | null {
  const { turn_reason, theirs_from, ours_from, over_from, due_at } = request
  if (!ours_from || !over_from) return null
  const [over, ours] = [timeOf(over_from), timeOf(ours_from)]
  const whose = over <= now ? 'nobody' : ours <= now ? 'ours' : 'theirs'
  return {
    whose,
    reason: turn_reason as TurnReason,
    since: whose === 'nobody' ? over : whose === 'ours' ? ours : timeOf(theirs_from ?? '-infinity'),
    due: whose === 'ours' ? timeOf(due_at ?? 'infinity') : Infinity,
    asks: whose === 'ours' && questions.includes(turn_reason ?? ''),
  }
}

function timeOf(moment: string): number {
  if (moment === 'infinity') return Infinity
  return moment === '-infinity' ? -Infinity : Date.parse(moment)
}

const HOUR_MS = 3_600_000

/**
 * What the list says of it: '6 h left' of the time in which an answer is promised,
 * '2 h over', 'waiting for them for 3 days', 'not confirmed' of a call that has passed. Null when
 * it is nobody's turn.
 */
export function describeTurn(request: AdminRequest, now: number): string | null {
  const turn = turnOf(request, now)
  if (turn?.whose === 'theirs') return `waiting for them for ${formatSpan(now - turn.since)}`
  if (turn?.whose === 'ours') {
    const left = turn.due - now
    return left >= 0 ? `${formatSpan(left)} left` : `${formatSpan(-left)} over`
  }
  const isPast = request.type === 'booking' && request.date < dateAt(new Date(now))
  return isPast && request.status === 'pending' ? 'not confirmed' : null
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
