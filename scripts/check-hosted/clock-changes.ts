import { dateAt, timeAt } from '../../lib/dates'

const HOUR = 3_600
const TWO_YEARS = 2 * 366 * 24 * HOUR

/**
 * In the next two years, as Node knows them: an hour in seconds since 1970, and the offset from UTC in seconds from
 * then on. The first entry is the current hour.
 */
export function clockChanges(zone: string) {
  const from = Math.floor(Date.now() / 1000 / HOUR) * HOUR
  const to = from + TWO_YEARS
  const changes: string[] = []
  let before: number | undefined
  for (let at = from; at <= to; at += HOUR) {
    const instant = new Date(at * 1000)
    const offset = Date.parse(`${dateAt(instant, zone)}T${timeAt(instant, zone)}Z`) / 1000 - at
    if (offset !== before) changes.push(`${at} ${offset}`)
    before = offset
  }
  return { from, to, changes }
}
