/** Dates that do not pass: tests that a server's own clock decides would fail once their dates are over. */
import { addDays, dateAt, daysBetween, toInstant } from '@/lib/dates'

/** The day on which the tests' dates were written: a Friday. */
const WRITTEN = '2026-11-27'

/**
 * A date as it was written then, as many whole weeks later as have gone by: the same weekday, and as far
 * from today.
 */
export function ahead(date: string): string {
  const weeks = Math.floor(daysBetween(WRITTEN, dateAt()) / 7)
  return addDays(date, 7 * weeks)
}

/**
 * The next dates, two weeks ahead or more, in whose night the studio's clocks are set back (a day of 25
 * hours) and forward (one of 23 hours); `today` is a date less than a year before both, to be pinned.
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
