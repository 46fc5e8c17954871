/** Dates for tests that stay in the future: with fixed dates the tests would fail one day. */
import { addDays, dateAt, daysBetween, toInstant } from '@/lib/dates'

/** The Friday of the week in which the dates in the tests were written. */
const WRITTEN = '2026-11-27'

/**
 * Moves a date ahead by the whole weeks that have passed since WRITTEN: its weekday and its
 * distance from today stay (to the week).
 */
export function ahead(date: string): string {
  const weeks = Math.floor(daysBetween(WRITTEN, dateAt()) / 7)
  return addDays(date, 7 * weeks)
}

/**
 * The next dates on which the studio's clocks go back (25 hours) and forward (23 hours), both at
 * least two weeks ahead. `today` is less than a year before both; a test sets its clock to `today`.
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
