import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import type { Package } from '../content/packages'
import { addDays, weekdayOf } from '../dates'

/** The longest package, plus weeks of holidays. */
export const LAUNCH_DAYS = 124
/** After the first free call, or after the offer is sent: time for the offer and its acceptance. */
const DAYS_FOR_OFFER = 7

/** All dates are studio dates (`YYYY-MM-DD`). */
export interface WorkingDays {
  bookable: readonly string[]
  holidays: readonly string[]
}

/**
 * A Monday on or after the owner's next free start, and at least a week after the first bookable call. Null if one of
 * the two is unknown, or the next free start is past.
 */
export function startAfterCall(
  nextFreeStart: string | undefined,
  firstCall: string | null,
  today: string,
): string | null {
  if (!nextFreeStart || nextFreeStart < today || !firstCall) return null
  return mondayFrom(nextFreeStart, addDays(firstCall, DAYS_FOR_OFFER))
}

/**
 * A Monday on or after the owner's next free start, after the offer's last day, and at least a week from today. Null if
 * the next free start is not set or is past.
 */
export function startAfterOffer(nextFreeStart: string | undefined, validUntil: string, today: string) {
  if (!nextFreeStart || nextFreeStart < today) return null
  return mondayFrom(nextFreeStart, addDays(validUntil, 1), addDays(today, DAYS_FOR_OFFER))
}

function mondayFrom(...dates: string[]): string {
  const latest = dates.reduce((last, date) => (date > last ? date : last))
  return addDays(latest, (7 - weekdayOf(latest)) % 7)
}

/** The Monday of the first week in which the studio works, `monday` or later. */
export function firstOpenMonday(monday: string, days: WorkingDays): string {
  const isClosed = closedWeeks(days)
  let open = monday
  // This ends, because after the last bookable date only the listed holidays can close a week.
  while (isClosed(open)) open = addDays(open, 7)
  return open
}

/** The first day that is no public holiday in the week of {@link firstOpenMonday}. */
export function firstWorkingDay(monday: string, days: WorkingDays): string {
  const open = firstOpenMonday(monday, days)
  const week = Array.from({ length: 5 }, (_, day) => addDays(open, day))
  return week.find((date) => !days.holidays.includes(date)) ?? open
}

/**
 * `begin` is the Monday of {@link startAfterCall}. A week is five working days, without public holidays and closed
 * weeks; a second sentence explains that if it delays the launch.
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
  const end = timeline.includes('+') ? ', or later' : ''
  // Without holidays and closed weeks, `last` is the Friday of the last week.
  const isLonger = last !== addDays(monday, most * 7 - 3)
  const why = isLonger ? ' Public holidays and weeks when we are closed do not count.' : ''
  return `${week}: live ${between(first ?? monday, last ?? monday)}${end}.${why}`
}

export function pastStartNotice(nextFreeStart: string | undefined, today: string): string | null {
  if (!nextFreeStart || nextFreeStart >= today) return null
  return `The next free start, ${format(parseISO(nextFreeStart), 'd MMMM yyyy')}, is past: /start names no launch until you set a new one.`
}

/**
 * True for the Monday of a week with two public holidays, as at Christmas, or without a bookable call before a week
 * that has one. Infers this from bookable calls, because visitors may not read the closed dates; weeks after the last
 * bookable date count as open.
 */
function closedWeeks({ bookable, holidays }: WorkingDays): (monday: string) => boolean {
  const last = bookable.reduce((latest, date) => (date > latest ? date : latest), '')
  return (monday) => {
    const sunday = addDays(monday, 6)
    const inWeek = (date: string) => date >= monday && date <= sunday
    return holidays.filter(inWeek).length > 1 || (sunday < last && !bookable.some(inWeek))
  }
}

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
