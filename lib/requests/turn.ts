/** Times are ISO 8601 or PostgreSQL's `infinity`, `now` is in milliseconds. */
import { addDays, STUDIO_ZONE, timeAt, toInstant } from '../dates'
import type { AdminRequest } from './request'

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
  since: number
  /** In milliseconds; Infinity if it is not the studio's turn. */
  due: number
  /** When the visitor's turn becomes the studio's again; else Infinity. */
  again: number
  /** The visitor waits for an answer, which the studio promises within 24 hours. */
  asks: boolean
  isOver: boolean
}

/** `count_views` in the database counts only these as overdue, once their `due_at` is past. */
const questions: readonly string[] = ['booked', 'wrote', 'moved', 'asked', 'accepted']

/** Null if the request was read without the turn's fields. */
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

/** In milliseconds; Infinity for '' and for PostgreSQL's `infinity`. */
function timeOf(moment: string): number {
  if (moment === '-infinity') return -Infinity
  return moment === '' || moment === 'infinity' ? Infinity : Date.parse(moment)
}

export interface TurnWords {
  whose: Turn['whose']
  /** 'They moved their call'. */
  why: string
  /** '6 h left', '2 h over', 'silent for 14 days', or ''. */
  due: string
  isLate: boolean
  /** '3 days ago'. */
  ago: string
}

/** Hours left or exceeded are shown only if the visitor waits for an answer, or until the call begins. */
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

/** An offer expires at midnight on the studio's clock. */
function isExpired({ whose, reason, since }: Turn): boolean {
  return whose === 'ours' && reason === 'offered' && timeAt(new Date(since), STUDIO_ZONE) === '00:00'
}

const EXPIRED = 'Your offer has expired'

/** A confirmed call is the studio's turn only because its date is closed. */
function closedWords(request: AdminRequest, { whose, reason }: Turn): string | null {
  if (whose !== 'ours' || reason !== 'confirmed') return null
  return request.type === 'booking' && request.is_on_closed_date
    ? 'Its date is closed'
    : 'Its date was closed'
}

/** The day of an unconfirmed call is over. An accepted offer counts first. */
function isMissed(request: AdminRequest, { whose, reason }: Turn, now: number): boolean {
  return (
    whose === 'ours' &&
    reason !== 'accepted' &&
    request.type === 'booking' &&
    request.status === 'pending' &&
    toInstant(addDays(request.date, 1), '00:00').getTime() <= now
  )
}

function isStart(request: AdminRequest, time: number): boolean {
  return request.type === 'booking' && toInstant(request.date, request.start_time).getTime() === time
}

/** 336 hours, the limit in `private.with_turn`. */
const SILENT = 'silent for 14 days'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** '45 min', '23 h' or '4 days'. */
function formatSpan(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** 'in 45 min', '4 days ago'; '' for a message and for a cancelled call. */
export function describeUntil(request: AdminRequest, now: number): string {
  if (request.type !== 'booking' || request.status === 'cancelled') return ''
  const left = toInstant(request.date, request.start_time).getTime() - now
  return left > 0 ? `in ${formatSpan(left)}` : `${formatSpan(-left)} ago`
}

/** 'AT' for aroha.t@…, 'AD' for admin@…. */
export function initialsOf(email: string): string {
  const [first = '', second] = email.split('@')[0]?.split(/[._-]/) ?? []
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase()
}
