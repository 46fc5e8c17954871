/** Dates and times as the admin shows them: with the year, and with AM and PM in capitals. */
import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { dateAt, formatTime, STUDIO_ZONE, timeAt } from '../dates'

/** A `YYYY-MM-DD` date as 'Tue 1 Dec 2026'. */
export function dateText(date: string): string {
  return format(parseISO(date), 'EEE d MMM yyyy')
}

/** Two `HH:MM` times as '9:00 AM – 9:30 AM'. */
export function timeText(startTime: string, endTime: string): string {
  return `${formatTime(startTime, true)} – ${formatTime(endTime, true)}`
}

/** An ISO 8601 timestamp as '20 Nov 2026, 9:05 AM', in the studio's zone. */
export function createdText(createdAt: string): string {
  const instant = new Date(createdAt)
  return `${format(parseISO(dateAt(instant)), 'd MMM yyyy')}, ${formatTime(timeAt(instant, STUDIO_ZONE), true)}`
}
