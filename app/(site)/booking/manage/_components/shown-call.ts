/** The props of a booking's own page, made on the server. Client components import only its types. */
import 'server-only'
import { findOpenDays, MAX_DAYS } from '@/lib/booking/queries'
import {
  findProposed,
  monthWindow,
  nextFreeDates,
  nextTimes,
  startOf,
  type TimeSlot,
} from '@/lib/booking/slots'
import { readPackage } from '@/lib/booking/view'
import { packageNames } from '@/lib/content/package-names'
import { addDays, bookableDates, dateAt, formatLongDate, siteDate, toInstant } from '@/lib/dates'
import type { ManagedBooking } from '@/lib/manage/queries'
import { describeList } from '@/lib/requests/request'
import { describeFit } from '@/lib/start/describe'

export type ShownCall = ReturnType<typeof toShownCall>

/**
 * The booking for its own page. The e-mail address is shortened, because the link may have been shared.
 * `asksPhone` is true if calls are by phone.
 */
export function toShownCall(
  { email, phone, where, calendar_sequence, offer_kept_until, ...booking }: ManagedBooking,
  token: string,
  asksPhone: boolean,
) {
  const { id, name, message, date, start_time, end_time, status } = booking
  const packageId = readPackage(booking.package)
  return {
    ...{ token, id, date, start_time, end_time, status, name, message, phone },
    /** The visitor's phone number, or '' without one; null if calls are by video. */
    rings: asksPhone ? (phone ?? '') : null,
    email: `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`,
    cancelMessage: booking.cancel_message,
    packageName: packageId ? packageNames[packageId] : undefined,
    price: booking.price_seen && `${booking.price_seen}\n${describeList(booking.created_at)}`,
    answers: booking.fit ? describeFit(booking.fit) : [],
    sequence: calendar_sequence,
    isProposed: booking.is_proposed,
    proposedTimes: booking.proposed_times,
    keptUntil: offer_kept_until && formatLongDate(offer_kept_until),
    start: toInstant(date, start_time).getTime(),
    end: toInstant(date, end_time).getTime(),
    now: Date.now(),
    location: where,
  }
}

export type FreeTimes = Awaited<ReturnType<typeof findFreeTimes>>

/**
 * Finds the free times of one date and the next dates with free times (`others`). The date is the URL's, else
 * the booking's; while the studio proposes other times, it is the first date with free times after the
 * booking's, or after today. `slots` is null when they cannot be read. `proposed` is the slot of the time in
 * the URL; if that is taken, `instead` are the three nearest free ones. `next` are the first times of the
 * next three free days. `offered` are the free times that the studio proposed, or else the first of each of
 * the three days after the call.
 */
export async function findFreeTimes(booking: ManagedBooking, dateParam: unknown, slot?: unknown) {
  const today = dateAt()
  const bookable = bookableDates(today)
  const chosen = siteDate(dateParam, today)
  const wanted = chosen ?? booking.date
  const earliest = wanted > today ? wanted : bookable.first
  const [days, soon, proposals] = await Promise.all([
    findDays(earliest, today),
    findDays(bookable.first, today),
    findProposals(booking),
  ])
  const first = (after: string) => days && nextFreeDates(days.free, after)[0]
  const date = (booking.is_proposed && !chosen && (first(earliest) ?? first(today))) || earliest
  const { proposed, instead } = findProposed(days, chosen, slot)
  // After the move, the time in the URL is the call itself.
  const isTheirs = instead.length > 0 && date === booking.date && startOf(days, slot) === booking.start_time
  const nextAfter = (found: typeof days, after: string) =>
    found ? nextTimes({ ...found, first: [], today: after }, null) : []
  const offered =
    proposals.length > 0 || !booking.is_proposed
      ? proposals
      : nextAfter(days, booking.date > today ? booking.date : today)
  return {
    proposed,
    instead: isTheirs ? [] : instead,
    isChosen: chosen !== null,
    ...{ date, bookable, offered },
    slots: days && (days.slots[date] ?? []),
    others: days ? nextFreeDates(days.free, date) : [],
    next: nextAfter(soon, today),
    /** The slot of the URL, if it is among the offered ones. */
    offeredSlot: offered.find((free) => free.date === chosen && free.id === slot) ?? null,
  }
}

async function findDays(date: string, today: string) {
  const { from, to } = monthWindow(date, today)
  return findOpenDays(from, to)
}

/** The times that the studio proposed and that are still free, in order. */
async function findProposals({ proposed_times }: ManagedBooking): Promise<TimeSlot[]> {
  const [first, ...more] = proposed_times.map(({ date }) => date).toSorted()
  if (!first) return []
  const [last, end] = [more.at(-1) ?? first, addDays(first, MAX_DAYS - 1)]
  const days = await findOpenDays(first, last < end ? last : end)
  return Object.values(days?.slots ?? {})
    .flat()
    .filter(({ date, id }) => proposed_times.some((time) => time.date === date && time.time_slot_id === id))
}
