import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import type { Package } from '../content/packages'
import { addDays, weekdayOf } from '../dates'

/** For how many days from a start closed days matter: the longest package, and weeks of holidays. */
export const LAUNCH_DAYS = 124
/** Days before a start, from the first free call or from sending: for the offer, and for a yes to it. */
const DAYS_FOR_OFFER = 7

/** What is known of the days on which the studio works; all dates are studio dates. */
export interface WorkingDays {
  /** Dates on which a call can be booked. */
  bookable: readonly string[]
  /** Public holidays. */
  holidays: readonly string[]
}

/**
 * The Monday on which a project could start at the earliest: not before the owner's next free
 * start, and a week or more after the first call that can be booked. Null when one of them is not
 * known, or the owner's is past.
 */
export function earliestStart(
  freeStart: string | undefined,
  firstCall: string | null,
  today: string,
): string | null {
  if (!freeStart || freeStart < today || !firstCall) return null
  return mondayFrom(freeStart, addDays(firstCall, DAYS_FOR_OFFER))
}

/**
 * The Monday on which the work of an offer could start at the earliest that is sent today: a week
 * later or more, and not before the day after its last one. Null when the owner names no free start,
 * or a past one.
 */
export function earliestOfferStart(freeStart: string | undefined, validUntil: string, today: string) {
  if (!freeStart || freeStart < today) return null
  return mondayFrom(freeStart, addDays(validUntil, 1), addDays(today, DAYS_FOR_OFFER))
}

/** The first Monday that is not before any of these dates. */
function mondayFrom(...dates: string[]): string {
  const latest = dates.reduce((last, date) => (date > last ? date : last))
  return addDays(latest, (7 - weekdayOf(latest)) % 7)
}

/** The first Monday from this one on in whose week the studio is not closed. */
export function firstOpenMonday(monday: string, days: WorkingDays): string {
  const isClosed = closedWeeks(days)
  let open = monday
  while (isClosed(open)) open = addDays(open, 7)
  return open
}

/** The first day of that week that is no public holiday. */
export function firstOpenDay(monday: string, days: WorkingDays): string {
  const open = firstOpenMonday(monday, days)
  const week = Array.from({ length: 5 }, (_, day) => addDays(open, day))
  return week.find((date) => !days.holidays.includes(date)) ?? open
}

/**
 * When a package could be live, in a sentence. `begin` is the Monday of {@link earliestStart}. A
 * package's week is five working days; public holidays and closed weeks are none.
 */
export function launchSentence(
  { timeline, weeks: [least, most] }: Package,
  begin: string,
  days: WorkingDays,
): string {
  const isClosed = closedWeeks(days)
  const monday = firstOpenMonday(begin, days)
  const [first, last] = [least, most].map((weeks) => addWorkingDays(monday, weeks * 5, days, isClosed))
  const week = `A start in the week of ${format(parseISO(monday), 'd MMMM')}`
  return `${week}: live ${between(first ?? monday, last ?? monday)}${timeline.includes('+') ? ', or later' : ''}.`
}

/**
 * What the admins should know once the owner's next free start is past, because no page names a
 * launch any more; else null.
 */
export function pastStartNotice(freeStart: string | undefined, today: string): string | null {
  if (!freeStart || freeStart >= today) return null
  return `The next free start in lib/content/start.ts, ${format(parseISO(freeStart), 'd MMMM yyyy')}, is past: /start names no launch until you set a new one.`
}

/**
 * Tells by its Monday whether the studio is closed for a week: two public holidays fall into it,
 * which are Christmas and New Year; or no call can be booked in it, but in a later one. Visitors
 * may not read which dates are closed. After the last date that can be booked nothing is known.
 */
function closedWeeks({ bookable, holidays }: WorkingDays): (monday: string) => boolean {
  const last = bookable.reduce((latest, date) => (date > latest ? date : latest), '')
  return (monday) => {
    const sunday = addDays(monday, 6)
    const inWeek = (date: string) => date >= monday && date <= sunday
    return holidays.filter(inWeek).length > 1 || (sunday < last && !bookable.some(inWeek))
  }
}

/** The date of the last of so many working days, from a Monday on. */
function addWorkingDays(
  monday: string,
  count: number,
  { holidays }: WorkingDays,
  isClosed: (monday: string) => boolean,
): string {
  let left = count
  for (let week = monday; ; week = addDays(week, 7)) {
    if (isClosed(week)) continue
    for (let weekday = 0; weekday < 5; weekday++) {
      const date = addDays(week, weekday)
      if (!holidays.includes(date) && --left === 0) return date
    }
  }
}

/** 'in mid January', 'between early and mid January', 'between late December and early January'. */
function between(first: string, last: string): string {
  const [a, b] = [partOf(first), partOf(last)]
  if (a.month !== b.month) return `between ${a.part} ${a.month} and ${b.part} ${b.month}`
  return a.part === b.part ? `in ${a.part} ${a.month}` : `between ${a.part} and ${b.part} ${b.month}`
}

function partOf(date: string): { part: string; month: string } {
  const day = Number(date.slice(8))
  return {
    part: day <= 10 ? 'early' : day <= 20 ? 'mid' : 'late',
    month: format(parseISO(date), 'MMMM'),
  }
}
