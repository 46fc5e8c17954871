import { dateAt, timeAt } from '../../lib/dates'

const HOUR = 3_600
const TWO_YEARS = 2 * 366 * 24 * HOUR

/**
 * When Node changes a zone's clocks in the two years from now, in seconds since 1970: the first hour
 * and each after a change, with the seconds by which the zone is then ahead of UTC.
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
