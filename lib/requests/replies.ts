/** What can be answered to a request, and which times are proposed. */
import { nearestSlots, type TimeSlot } from '../booking/slots'
import { daysBetween, isDate, toInstant } from '../dates'
import { paths } from '../paths'
import { type AdminRequest, isErased, type ReplyKind, replyKinds } from './request'
import { turnOf } from './turn'

/** The longest text of a reply, in characters, as in the database. */
export const LONGEST_REPLY = 10_000

/** How many times are proposed at most. */
export const PROPOSED = 3

const FOLLOW_UP_MS = 72 * 3_600_000

/**
 * The kinds that fit a request now (milliseconds), as `private.fits_reply` in the database: none
 * for an erased one, and a follow-up only once the studio has waited for more than 72 hours.
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
    // These are written on the offer's own page.
    offer: false,
    offer_withdrawn: false,
  }
  return replyKinds.filter((kind) => fits[kind])
}

/** Whether a request is a call that has not begun. */
export function isAhead(request: AdminRequest, now: number): boolean {
  return request.type === 'booking' && toInstant(request.date, request.start_time).getTime() > now
}

/** The status of a request that was answered, as `private.answered_status` in the database. */
export function answeredStatus(request: AdminRequest, kind: ReplyKind): AdminRequest['status'] {
  if (request.type === 'inquiry') return 'replied'
  if (kind === 'confirm') return 'confirmed'
  return kind === 'decline' ? 'cancelled' : request.status
}

/**
 * Up to three of the free times, earliest first: those at the same time of day as the call, on the
 * nearest dates, and else the nearest. For a message, the first free time and those like it.
 */
export function suggestTimes(free: TimeSlot[], request: AdminRequest): TimeSlot[] {
  const wanted = request.type === 'booking' ? request : free[0]
  if (!wanted) return []
  const distance = ({ date }: TimeSlot) => Math.abs(daysBetween(wanted.date, date))
  const alike = free
    .filter(({ start_time }) => start_time === wanted.start_time)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, PROPOSED)
  const others = free.filter((slot) => !alike.includes(slot))
  const nearest = nearestSlots(others, wanted).slice(0, PROPOSED - alike.length)
  return [...alike, ...nearest].toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
}

const startOf = ({ date, start_time }: TimeSlot) => `${date} ${start_time}`

/**
 * The path of a proposed time: the move form of the booking's own page, or else the booking page. It
 * names nobody, and opening it changes nothing.
 */
export function proposalPath({ date, id }: TimeSlot, managePath: string | null): string {
  const query = `date=${date}&slot=${id}`
  return managePath ? `${managePath}?${query}#move` : `${paths.booking}?${query}`
}

/** A proposed time, as it is kept with the reply. */
export interface LinkedTime {
  date: string
  time_slot_id: string
}

/** The times whose links to a booking's own page, at `managePath`, stand in a text. */
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
