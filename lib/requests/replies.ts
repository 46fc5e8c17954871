/** The kinds of replies to a request, and the times that replies propose. */
import type { TimeSlot } from '../booking/slots'
import { addDays, isDate, toInstant, weekdayOf } from '../dates'
import { paths } from '../paths'
import { type AdminRequest, type Booking, isErased, type ReplyKind, replyKinds } from './request'
import { turnOf } from './turn'

/** The longest text of a reply, in characters, as in the database. */
export const MAX_REPLY = 10_000

/** The most times that one reply proposes. */
export const PROPOSED = 3

const FOLLOW_UP_MS = 72 * 3_600_000

/**
 * The kinds of replies that fit a request at `now` (milliseconds), as `private.fits_reply` in the database:
 * none for an erased request; a follow-up only if the studio has waited more than 72 hours for the visitor.
 */
export function fittingKinds(request: AdminRequest, now: number): ReplyKind[] {
  if (isErased(request)) return []
  const { type, status } = request
  const turn = turnOf(request, now)
  const isCall = type === 'booking'
  const ahead = isAhead(request, now)
  const fits: Record<ReplyKind, boolean> = {
    confirm: status === 'pending' && ahead,
    propose: true,
    decline: !isCall || (status !== 'cancelled' && ahead),
    answer: true,
    after_call: status === 'confirmed' && !ahead,
    follow_up: turn?.whose === 'theirs' && now - turn.since > FOLLOW_UP_MS,
    // An admin sends these kinds from the offer's page.
    offer: false,
    offer_withdrawn: false,
  }
  return replyKinds.filter((kind) => fits[kind])
}

/** True for a call that has not begun at `now` (milliseconds). */
export function isAhead(request: AdminRequest, now: number): boolean {
  return request.type === 'booking' && toInstant(request.date, request.start_time).getTime() > now
}

/** The status that a request has after a reply, as `private.answer_changes` in the database. */
export function answeredStatus(request: AdminRequest, kind: ReplyKind): AdminRequest['status'] {
  if (request.type === 'inquiry') return 'replied'
  if (kind === 'confirm') return 'confirmed'
  return kind === 'decline' ? 'cancelled' : request.status
}

/**
 * Suggests up to three free times, earliest first. Prefers the call's week, and in each week the call's time
 * of day on the nearest dates, then the nearest time. For a message, starts from the first free time.
 */
export function suggestTimes(
  free: TimeSlot[],
  request: AdminRequest | Pick<Booking, 'date' | 'start_time'>,
): TimeSlot[] {
  const wanted = 'date' in request ? request : free[0]
  if (!wanted) return []
  const monday = addDays(wanted.date, -weekdayOf(wanted.date))
  const isThisWeek = ({ date }: TimeSlot) => date >= monday && date < addDays(monday, 7)
  const chosen = [free.filter(isThisWeek), free.filter((slot) => !isThisWeek(slot))].flatMap((slots) =>
    nearestLike(slots, wanted),
  )
  return chosen.slice(0, PROPOSED).toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
}

function nearestLike(free: TimeSlot[], wanted: { date: string; start_time: string }): TimeSlot[] {
  const moment = (time: typeof wanted) => toInstant(time.date, time.start_time).getTime()
  const distance = (slot: TimeSlot) => Math.abs(moment(slot) - moment(wanted))
  const nearest = free.toSorted((a, b) => distance(a) - distance(b))
  const isAlike = ({ start_time }: TimeSlot) => start_time === wanted.start_time
  return [...nearest.filter(isAlike), ...nearest.filter((slot) => !isAlike(slot))]
}

const startOf = ({ date, start_time }: TimeSlot) => `${date} ${start_time}`

/**
 * The path of a proposed time: the move form on the booking's own page, or else the booking page. Contains no
 * name; opening it changes nothing.
 */
export function proposalPath({ date, id }: TimeSlot, managePath: string | null): string {
  const query = `date=${date}&slot=${id}`
  return managePath ? `${managePath}?${query}#move` : `${paths.booking}?${query}`
}

/** A proposed time, as the database stores it with the reply. */
export interface LinkedTime {
  date: string
  time_slot_id: string
}

/** Finds the proposed times whose links are in a text. `managePath` is the path of the booking's own page. */
export function linkedTimes(text: string, managePath: string | null): LinkedTime[] {
  if (!managePath) return []
  const [, ...queries] = text.split(`${managePath}?`)
  const times = queries.flatMap((query): [string, LinkedTime][] => {
    const [link, date, time_slot_id] = LINKED.exec(query) ?? []
    return link && time_slot_id && isDate(date) ? [[link, { date, time_slot_id }]] : []
  })
  return [...new Map(times).values()]
}

const LINKED = /^date=([\d-]{10})&slot=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/
