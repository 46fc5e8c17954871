/** Dates and times as the admin's desk writes them: with the year, and AM and PM in capitals (spec 9). */
import { dateAt, formatShortDate, formatTime, STUDIO_ZONE, timeAt } from './dates'

/** 'Tue 1 Dec 2026'. */
export function dateText(date: string): string {
  return `${formatShortDate(date)} ${date.slice(0, 4)}`
}

/** '9:00 AM – 9:30 AM'. */
export function timeText(startTime: string, endTime: string): string {
  return `${formatTime(startTime, true)} – ${formatTime(endTime, true)}`
}

/** '20 Nov 2026, 9:05 AM', on the studio's clock. */
export function createdText(createdAt: string): string {
  const instant = new Date(createdAt)
  const [, dayOfYear = ''] = dateText(dateAt(instant)).split(/ (.*)/)
  return `${dayOfYear}, ${formatTime(timeAt(instant, STUDIO_ZONE), true)}`
}
