/** Asks the visitors of calls on closed dates for another time. */
import type { TimeSlot } from '../booking/slots'
import { type ReplyText, writeReply } from '../content/replies'
import { formatLongDate } from '../dates'
import { linkedTimes, PROPOSED, proposalPath, suggestTimes } from './replies'
import type { Booking } from './request'

/** The label of the button that asks visitors for another time, and the title of its error. */
export const ASK = 'Ask them for another time'
export const ASK_FAILURE = 'Failed to read whose calls stand there'

/** The most characters of the founder's sentence in a mail that asks for another time. */
export const MAX_WHY = 1_000

/** The most visitors that an admin can ask at once. */
export const MAX_ASKED = 100

/**
 * A future call on a closed date. `isAsked` is true while the studio proposes other times to the visitor,
 * `isKept` if an admin decided that the call stays at its time.
 */
export type ClosedCall = Pick<
  Booking,
  'id' | 'name' | 'email' | 'status' | 'date' | 'start_time' | 'end_time' | 'revision'
> & { isAsked: boolean; isKept: boolean }

/**
 * A call whose visitor the studio can ask for another time. `link` is the path of the booking's own page,
 * `times` are the times to propose.
 */
export type CallToAsk = Pick<
  ClosedCall,
  'id' | 'name' | 'email' | 'date' | 'start_time' | 'end_time' | 'revision'
> & {
  link: string | null
  times: TimeSlot[]
}

/** The first and the last closed date (`YYYY-MM-DD`); null for all closed dates. */
export type AskedDates = { from: string; to: string } | null

/**
 * The calls whose visitors the studio asks for another time. `mailed` is true if the site sends mails,
 * `origin` is the base of the links.
 */
export interface CallsToAsk {
  dates: AskedDates
  calls: CallToAsk[]
  origin: string
  mailed: boolean
}

/**
 * The times to propose for each call: the nearest free ones. No two calls get the same time, as long as there
 * are enough.
 */
export function shareTimes<Call extends Pick<Booking, 'date' | 'start_time'>>(
  calls: Call[],
  free: TimeSlot[],
): (Call & { times: TimeSlot[] })[] {
  const given = new Set<TimeSlot>()
  return calls.map((call) => {
    const unshared = suggestTimes(
      free.filter((slot) => !given.has(slot)),
      call,
    )
    const times = unshared.length < PROPOSED ? suggestTimes(free, call) : unshared
    for (const slot of times) given.add(slot)
    return { ...call, times }
  })
}

/** The default sentence, which the admin edits. */
export function proposedWhy(calls: Pick<CallToAsk, 'date'>[]): string {
  const [date = '', ...others] = new Set(calls.map((call) => call.date))
  return others.length === 0
    ? `We are sorry: we are away on ${formatLongDate(date)}.`
    : 'We are sorry: we are away that day.'
}

/** The mail to one visitor, and the times whose links it contains. */
export function askText(
  { name, link, times, ...call }: CallToAsk,
  why: string,
  origin: string,
): Pick<ReplyText, 'subject' | 'body'> & { times: ReturnType<typeof linkedTimes> } {
  const { subject, body } = writeReply('propose', {
    ...{ name, call, why, where: null },
    link: link && origin + link,
    times: times.map((time) => ({ ...time, link: origin + proposalPath(time, link) })),
  })
  return { subject, body, times: linkedTimes(body, link) }
}
