/** Makes the props of a booking's own page, on the server. Client components import only its types. */
import 'server-only'
import { findOpenDays, MAX_DAYS } from '@/lib/booking/queries'
import { findProposed, monthWindow, nextFreeDates, startOf, type TimeSlot } from '@/lib/booking/slots'
import { readPackage } from '@/lib/booking/address'
import { packageNames } from '@/lib/content/package-names'
import { addDays, bookableDates, dateAt, formatLongDate, siteDate, toInstant } from '@/lib/dates'
import type { ManagedBooking } from '@/lib/manage/queries'
import { describeList } from '@/lib/requests/request'
import { describeFit } from '@/lib/start/describe'
import { shortEmail } from '@/lib/text'

export type ShownCall = ReturnType<typeof toShownCall>

/** The e-mail address is shortened, because the visitor may have shared the link. */
export function toShownCall(
  { email, phone, where, calendar_sequence, offer_kept_until, ...booking }: ManagedBooking,
  token: string,
  asksPhone: boolean,
) {
  const { id, name, message, date, start_time, end_time, status } = booking
  const packageId = readPackage(booking.package)
  return {
    ...{ token, id, date, start_time, end_time, status, name, message, phone },
    /** '' without a number; null if calls are by video. */
    numberToRing: asksPhone ? (phone ?? '') : null,
    email: shortEmail(email),
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
 * For one `date`: the date in the URL, else the booking's, or while the studio proposes other times, the
 * first date with free times after it. `slots` are its free times, null if they cannot be read. `proposed` is
 * the slot id in the URL if that time is free; else `instead` has the free times near it. `others` are the
 * next dates with free times. `next` has the times of each of the next three free days; the page offers one
 * of each. `offered` has the free times that the studio proposed (`areProposed`), each in a list of its own,
 * else the times of each of the three free days after the call; `offeredSlot` is the one in the URL.
 * `areTaken` is true if the studio proposed times and none is free.
 */
export async function findFreeTimes(booking: ManagedBooking, dateParam: unknown, slot?: unknown) {
  const today = dateAt()
  const bookable = bookableDates(today)
  const proposals = await findProposals(booking)
  const areTaken = booking.proposed_times.length > 0 && proposals?.length === 0
  // A link to a proposed time chooses nothing once all of them are taken: the page offers other times.
  const isGone =
    areTaken && booking.proposed_times.some((time) => time.date === dateParam && time.time_slot_id === slot)
  const chosen = isGone ? null : siteDate(dateParam, today)
  const after = booking.date > today ? booking.date : today
  const wanted = chosen ?? booking.date
  const earliest = wanted > today ? wanted : bookable.first
  const [days, soon, later] = await Promise.all([
    findDays(earliest, today),
    findDays(bookable.first, today),
    findDays(after > today ? after : bookable.first, today),
  ])
  const first = (from: string) => days && nextFreeDates(days.free, from)[0]
  const date = (booking.is_proposed && !chosen && (first(earliest) ?? first(today))) || earliest
  const { proposed, instead } = findProposed(days, chosen, slot)
  // True if the visitor has just moved the call: then the time in the URL is the call's own.
  const isCallItself =
    instead.length > 0 && date === booking.date && startOf(days, slot) === booking.start_time
  const nextAfter = (found: typeof days, from: string) =>
    found ? nextFreeDates(found.free, from).map((day) => found.slots[day] ?? []) : []
  const areProposed = Boolean(proposals?.length)
  const offered =
    areProposed || !booking.is_proposed ? (proposals ?? []).map((time) => [time]) : nextAfter(later, after)
  const offeredSlot = offered.flat().find((free) => free.date === chosen && free.id === slot) ?? null
  return {
    ...{ proposed, areProposed, areTaken, offered, offeredSlot },
    instead: isCallItself ? [] : instead,
    isChosen: chosen !== null,
    ...{ date, bookable },
    slots: days && (days.slots[date] ?? []),
    others: days ? nextFreeDates(days.free, date) : [],
    next: nextAfter(soon, today),
    /** True if the URL leads to the offered times, not to the form that moves the call to any other. */
    isOffered: offeredSlot !== null || isGone,
  }
}

async function findDays(date: string, today: string) {
  const { from, to } = monthWindow(date, today)
  return findOpenDays(from, to)
}

/** In order; null if they cannot be read. */
async function findProposals({ proposed_times }: ManagedBooking): Promise<TimeSlot[] | null> {
  const [first, ...more] = proposed_times.map(({ date }) => date).toSorted()
  if (!first) return []
  const [last, end] = [more.at(-1) ?? first, addDays(first, MAX_DAYS - 1)]
  const days = await findOpenDays(first, last < end ? last : end)
  if (!days) return null
  return Object.values(days.slots)
    .flat()
    .filter(({ date, id }) => proposed_times.some((time) => time.date === date && time.time_slot_id === id))
}
