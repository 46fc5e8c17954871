/** What the page of a booking shows, made on the server. Its forms take their types from here. */
import 'server-only'
import { findOpenDays } from '@/lib/booking/queries'
import { findProposed, monthWindow, nextFreeDates, startOf } from '@/lib/booking/slots'
import { bookableDates, readPackage } from '@/lib/booking/view'
import { packageNames } from '@/lib/content/package-names'
import { dateAt, formatLongDate, siteDate, toInstant } from '@/lib/dates'
import type { ManagedBooking } from '@/lib/manage/form'
import { describeList } from '@/lib/requests/request'
import { describeFit } from '@/lib/start/answers'

export type ShownCall = ReturnType<typeof toShownCall>

/**
 * What the page shows of a booking. The e-mail address is shortened, because the link may have been
 * shared.
 */
export function toShownCall(
  { email, phone, where, calendar_sequence, offer_kept_until, ...booking }: ManagedBooking,
  token: string,
) {
  const { id, name, message, date, start_time, end_time, status } = booking
  const packageId = readPackage(booking.package)
  return {
    ...{ token, id, date, start_time, end_time, status, name, message, phone },
    email: `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`,
    cancelMessage: booking.cancel_message,
    packageName: packageId ? packageNames[packageId] : undefined,
    price: booking.price_seen && `${booking.price_seen}\n${describeList(booking.created_at)}`,
    answers: booking.fit ? describeFit(booking.fit) : [],
    sequence: calendar_sequence,
    hasToMove: booking.has_to_move,
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
 * The free times of the date in the URL, or of the booking's date (of a call that has to be moved, of
 * the first with free times after it, or before), and the next dates with free times. `slots` is null when they cannot be read. Of the time in the URL, `proposed` is its slot, and
 * when it is taken by now, `instead` are the three nearest free ones. `next` are the next three free times.
 */
export async function findFreeTimes(booking: ManagedBooking, dateParam: unknown, slot?: unknown) {
  const today = dateAt()
  const bookable = bookableDates(today)
  const chosen = siteDate(dateParam, today)
  const wanted = chosen ?? booking.date
  const earliest = wanted > today ? wanted : bookable.first
  const { from, to } = monthWindow(earliest, today)
  const days = await findOpenDays(from, to)
  const first = (after: string) => days && nextFreeDates(days.free, after)[0]
  const date = (booking.has_to_move && !chosen && (first(earliest) ?? first(today))) || earliest
  const { proposed, instead } = findProposed(days, chosen, slot)
  // After the move it is the call itself.
  const isTheirs = instead.length > 0 && date === booking.date && startOf(days, slot) === booking.start_time
  return {
    proposed,
    instead: isTheirs ? [] : instead,
    isChosen: chosen !== null,
    ...{ date, bookable },
    slots: days && (days.slots[date] ?? []),
    others: days ? nextFreeDates(days.free, date) : [],
    next: days
      ? nextFreeDates(days.free, today)
          .flatMap((date) => days.slots[date] ?? [])
          .slice(0, 3)
      : [],
  }
}
