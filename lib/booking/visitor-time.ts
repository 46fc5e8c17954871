import { dateAt, formatShortDate, formatTime, timeAt, toInstant } from '../dates'

/** A studio date and time in the visitor's time zone: 'Mon 30 Nov, 12:00 pm'. Null when it is the same there. */
export function visitorTime(date: string, time: string, zone: string): string | null {
  const instant = toInstant(date, time)
  const theirDate = dateAt(instant, zone)
  const theirTime = timeAt(instant, zone)
  if (theirDate === date && theirTime === time) return null
  return `${formatShortDate(theirDate)}, ${formatTime(theirTime)}`
}
