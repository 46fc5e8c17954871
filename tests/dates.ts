/** Dates that do not pass: tests that a server's own clock decides would fail once their dates are over. */
import { addDays, dateAt, daysBetween } from '@/lib/dates'

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
