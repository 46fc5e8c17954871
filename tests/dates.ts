/** Dates that stay in the future, because tests with fixed dates and a server's clock would fail one day. */
import { addDays, dateAt, daysBetween, toInstant } from '@/lib/dates'

/** The Friday on which the dates in the tests were current. */
const WRITTEN = '2026-11-27'

/**
 * Moves a date from the time of WRITTEN by the whole weeks since then. It keeps its weekday and its
 * distance from today.
 */
export function ahead(date: string): string {
  const weeks = Math.floor(daysBetween(WRITTEN, dateAt()) / 7)
  return addDays(date, 7 * weeks)
}

/**
 * The next dates, at least two weeks ahead, on which the studio's clocks go back (a day of 25 hours) and
 * forward (a day of 23 hours). `today` is less than a year before both; tests pin their clock to it.
 */
export function nextClockChanges(): { back: string; forward: string; today: string } {
  const earliest = addDays(dateAt(), 14)
  const next = (hours: number) => {
    let date = earliest
    while (+toInstant(addDays(date, 1), '00:00') - +toInstant(date, '00:00') !== hours * 3_600_000)
      date = addDays(date, 1)
    return date
  }
  const [back, forward] = [next(25), next(23)]
  return { back, forward, today: addDays(back < forward ? back : forward, -34) }
}
