import { encodeSlot, type TimeSlot } from '../booking/slots'
import { isDate, toInstant } from '../dates'
import { paths } from '../paths'
import { type AdminRequest, type Booking, isErased } from './request'
import { type ReplyKind, replyKinds } from '../statuses'
import { turnOf } from './turn'

/** In characters, as in the database. */
export const MAX_REPLY = 10_000

export const PROPOSED = 3

const FOLLOW_UP_MS = 72 * 3_600_000

/** As `send_reply` in the database: a follow-up only after 72 hours without an answer. */
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
    // An admin sends these from the offer's page.
    offer: false,
    offer_withdrawn: false,
  }
  return replyKinds.filter((kind) => fits[kind])
}

export function isAhead(request: AdminRequest, now: number): boolean {
  return request.type === 'booking' && toInstant(request.date, request.start_time).getTime() > now
}

/** As `private.answer_changes` in the database. */
export function answeredStatus(request: AdminRequest, kind: ReplyKind): AdminRequest['status'] {
  if (request.type === 'inquiry') return 'replied'
  if (kind === 'confirm') return 'confirmed'
  return kind === 'decline' ? 'cancelled' : request.status
}

/** Each on a day of its own near the call, at about its time; on the day of the call only if nothing else is free. */
export function suggestTimes(
  free: TimeSlot[],
  request: AdminRequest | Pick<Booking, 'date' | 'start_time'>,
): TimeSlot[] {
  const call = 'date' in request ? request : null
  const wanted = call ?? free[0]
  if (!wanted) return []
  const others = free.filter(({ date }) => date !== call?.date)
  const span = (one: string, other: string) => Math.abs(Date.parse(`${one}Z`) - Date.parse(`${other}Z`))
  const distance = ({ date, start_time }: TimeSlot) =>
    span(`${date}T00:00`, `${wanted.date}T00:00`) +
    span(`${wanted.date}T${start_time}`, `${wanted.date}T${wanted.start_time}`)
  const nearest = (others.length > 0 ? others : free).toSorted((a, b) => distance(a) - distance(b))
  const isFirstOfDay = ({ date }: TimeSlot, n: number) =>
    nearest.findIndex((slot) => slot.date === date) === n
  const chosen = [...nearest.filter(isFirstOfDay), ...nearest.filter((slot, n) => !isFirstOfDay(slot, n))]
  return chosen.slice(0, PROPOSED).toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
}

/** No two calls get the same times, as long as there are enough. */
export function shareTimes<Call extends Pick<Booking, 'date' | 'start_time'> & { free: TimeSlot[] }>(
  calls: Call[],
): (Call & { times: TimeSlot[] })[] {
  const given = new Set<string>()
  return calls.map((call) => {
    const unshared = suggestTimes(
      call.free.filter((slot) => !given.has(encodeSlot(slot))),
      call,
    )
    const times = unshared.length < PROPOSED ? suggestTimes(call.free, call) : unshared
    for (const slot of times) given.add(encodeSlot(slot))
    return { ...call, times }
  })
}

const startOf = ({ date, start_time }: TimeSlot) => `${date} ${start_time}`

/** The move form on the booking's own page, or else the booking page. Contains no name; opening it changes nothing. */
export function proposalPath({ date, id }: TimeSlot, managePath: string | null): string {
  const query = `date=${date}&slot=${id}`
  return managePath ? `${managePath}?${query}#move` : `${paths.booking}?${query}`
}

/** As the database stores it with the reply. */
export interface LinkedTime {
  date: string
  time_slot_id: string
}

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
