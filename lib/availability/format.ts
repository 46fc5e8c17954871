/** Dates and times as the admin shows them: with the year, and AM and PM in capitals. */
import { format, parseISO } from 'date-fns'
import { dateAt, formatTime, STUDIO_ZONE, timeAt } from '../dates'

/** 'Tue 1 Dec 2026'. */
export function dateText(date: string): string {
  return format(parseISO(date), 'EEE d MMM yyyy')
}

/** '9:00 AM – 9:30 AM'. */
export function timeText(startTime: string, endTime: string): string {
  return `${formatTime(startTime, true)} – ${formatTime(endTime, true)}`
}

/** '20 Nov 2026, 9:05 AM', on the studio's clock. */
export function createdText(createdAt: string): string {
  const instant = new Date(createdAt)
  return `${format(parseISO(dateAt(instant)), 'd MMM yyyy')}, ${formatTime(timeAt(instant, STUDIO_ZONE), true)}`
}
