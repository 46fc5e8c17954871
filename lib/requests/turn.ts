/**
 * Whose turn a request is (the studio's, the visitor's or nobody's), and since when. Times are ISO 8601 or
 * PostgreSQL's `infinity`, `now` is in milliseconds.
 */
import { addDays, STUDIO_ZONE, timeAt, toInstant } from '../dates'
import type { AdminRequest } from './request'

/**
 * The text for each reason that `private.with_turn` in the database writes: an action of the visitor or the
 * studio, or the state of the request.
 */
const reasons = {
  booked: 'They booked',
  wrote: 'They wrote',
  moved: 'They moved their call',
  took_time: 'They took a proposed time',
  asked: 'They answered',
  accepted: 'They accepted the offer',
  declined: 'They declined the offer',
  replied: 'You replied',
  proposed: 'You proposed times',
  offered: 'You sent an offer',
  elsewhere: 'You answered another way',
  withdrawn: 'You withdrew the offer',
  turned_down: 'You declined',
  after_call: 'You wrote after the call',
  not_needed: 'No answer needed',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  archived: 'Archived',
  erased: 'Erased',
}
export type TurnReason = keyof typeof reasons

export interface Turn {
  whose: 'ours' | 'theirs' | 'nobody'
  reason: TurnReason
  /** The time when the turn began, in milliseconds. */
  since: number
  /** The time by which the studio should act, in milliseconds; Infinity if it is not the studio's turn. */
  due: number
  /** The time when the visitor's turn becomes the studio's again, in milliseconds; else Infinity. */
  again: number
  /** True if the visitor waits for an answer. The studio promises an answer within 24 hours. */
  asks: boolean
  /** True if the turn ended because the visitor did not answer for long. */
  isOver: boolean
}

/**
 * The reasons for which the visitor waits for an answer. `count_views` in the database counts only
 * requests with these reasons as overdue, once their `due_at` is past.
 */
const questions: readonly string[] = ['booked', 'wrote', 'moved', 'asked', 'accepted']

/** Computes whose turn a request is; null if the request was read without the turn's fields. */
export function turnOf(request: AdminRequest, now: number): Turn | null {
  const { turn_reason, ours_from, over_from, due_at } = request
  if (!ours_from || !over_from) return null
  const [theirs, ours, over] = [request.theirs_from ?? '', ours_from, over_from].map(timeOf) as Moments
  const wasSomebodys = theirs < Infinity || ours < Infinity
  // The studio's turn even before `ours`, if not the visitor's: the database's clock may be ahead.
  const isOurs = ours <= now || theirs === Infinity
  const whose = over <= now || !wasSomebodys ? 'nobody' : isOurs ? 'ours' : 'theirs'
  return {
    whose,
    reason: turn_reason as TurnReason,
    since: { nobody: over, ours, theirs }[whose],
    due: whose === 'ours' ? timeOf(due_at ?? '') : Infinity,
    again: whose === 'theirs' && ours < over ? ours : Infinity,
    asks: whose === 'ours' && questions.includes(turn_reason ?? ''),
    isOver: whose === 'nobody' && wasSomebodys,
  }
}

type Moments = [theirs: number, ours: number, over: number]

/** An instant in milliseconds; Infinity for '' and for PostgreSQL's `infinity`. */
function timeOf(moment: string): number {
  if (moment === '-infinity') return -Infinity
  return moment === '' || moment === 'infinity' ? Infinity : Date.parse(moment)
}

export interface TurnWords {
  whose: Turn['whose']
  /** The reason as text: 'They moved their call'. */
  why: string
  /**
   * The time left or exceeded: '6 h left', '2 h over', 'silent for 14 days'; '' if there is none.
   */
  due: string
  isLate: boolean
  /** '3 days ago'. */
  ago: string
}

/**
 * Describes whose turn a request is; null without the turn's fields. Shows the hours left or exceeded only if
 * the visitor waits for an answer, because the studio promises only that, or until the call begins.
 */
export function describeTurn(request: AdminRequest, now: number): TurnWords | null {
  const turn = turnOf(request, now)
  if (!turn) return null
  const { whose, reason, since, due, asks, isOver } = turn
  const isDue = asks || isStart(request, due)
  const isLate = isDue && due < now
  const ago = now - since < MINUTE_MS ? 'just now' : `${formatSpan(now - since)} ago`
  const why = isMissed(request, turn, now)
    ? MISSED
    : isExpired(turn)
      ? EXPIRED
      : (closedWords(request, turn) ?? reasons[reason])
  const words = (due: string) => ({ whose, why, due, isLate, ago })
  if (isOver) return words(SILENT)
  if (whose === 'nobody') return words('')
  if (isDue) return words(isLate ? `${formatSpan(now - due)} over` : `${formatSpan(due - now)} left`)
  return words('')
}

const MISSED = 'This call was never confirmed'

/**
 * True if it is the studio's turn because an offer expired: the turn began at midnight on the studio's clock.
 */
function isExpired({ whose, reason, since }: Turn): boolean {
  return whose === 'ours' && reason === 'offered' && timeAt(new Date(since), STUDIO_ZONE) === '00:00'
}

const EXPIRED = 'Your offer has expired'

/** A confirmed call is the studio's turn only because its date is closed; null if it is not. */
function closedWords(request: AdminRequest, { whose, reason }: Turn): string | null {
  if (whose !== 'ours' || reason !== 'confirmed') return null
  return request.type === 'booking' && request.is_on_closed_date
    ? 'Its date is closed'
    : 'Its date was closed'
}

/** True if the day of a call is over and the studio never confirmed the call. An accepted offer counts first. */
function isMissed(request: AdminRequest, { whose, reason }: Turn, now: number): boolean {
  return (
    whose === 'ours' &&
    reason !== 'accepted' &&
    request.type === 'booking' &&
    request.status === 'pending' &&
    toInstant(addDays(request.date, 1), '00:00').getTime() <= now
  )
}

/** True if `time` is the start of the call. */
function isStart(request: AdminRequest, time: number): boolean {
  return request.type === 'booking' && toInstant(request.date, request.start_time).getTime() === time
}

/**
 * The text for a visitor who has not answered the studio for 336 hours (the limit in `private.with_turn`).
 */
const SILENT = 'silent for 14 days'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** '45 min', '23 h' or '4 days'. */
function formatSpan(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** The time until a call: 'in 45 min', 'in 23 h'; '' if the request has no future call. */
export function describeUntil(request: AdminRequest, now: number): string {
  if (request.type !== 'booking' || request.status === 'cancelled') return ''
  const left = toInstant(request.date, request.start_time).getTime() - now
  return left > 0 ? `in ${formatSpan(left)}` : ''
}

/** The initials of an admin, from the e-mail address: 'AT' for aroha.t@…, 'AD' for admin@…. */
export function initialsOf(email: string): string {
  const [first = '', second] = email.split('@')[0]?.split(/[._-]/) ?? []
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase()
}
