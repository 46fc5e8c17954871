import { dateAt, formatShortDate, formatTime, timeAt, toInstant } from '../dates'

/** A studio date and time on a visitor's clock, 'Mon 30 Nov, 12:00 pm'; null where it reads the same as the studio's. */
export function visitorTime(date: string, time: string, zone: string): string | null {
  const instant = toInstant(date, time)
  const theirDate = dateAt(instant, zone)
  const theirTime = timeAt(instant, zone)
  if (theirDate === date && theirTime === time) return null
  return `${formatShortDate(theirDate)}, ${formatTime(theirTime)}`
}
