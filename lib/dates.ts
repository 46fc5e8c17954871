/** `YYYY-MM-DD` and `HH:MM` on the studio's clock, never the machine's. Compute an instant only where it is needed. */

import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { place, placeTime } from './content/place'

/** The same as `private.studio_zone()` in the database. */
export const STUDIO_ZONE = place.zone

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const FIRST_YEAR = 2000
const LAST_YEAR = 2199

/** In milliseconds, for calendar arithmetic only. Throws outside the years 2000-2199. */
function utcMidnight(date: string): number {
  return checkYear(Date.parse(`${date}T00:00:00Z`))
}

/** Throws outside the years 2000-2199: years of five digits would not sort as strings. */
function checkYear(time: number): number {
  const year = new Date(time).getUTCFullYear()
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) throw new RangeError('This date is outside 2000-2199.')
  return time
}

export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** 31 days before `today` and 397 days after it. */
export function siteDates(today: string): { first: string; last: string } {
  return { first: addDays(today, -31), last: addDays(today, 397) }
}

/** The same number as in `private.check_time` in the database. */
const MAX_DAYS_AHEAD = 365

export function bookableDates(today: string): { first: string; last: string } {
  return { first: addDays(today, 1), last: addDays(today, MAX_DAYS_AHEAD) }
}

/** From a URL, a form or an API call: `value` if it is a real date within {@link siteDates}, else null. */
export function siteDate(value: unknown, today: string): string | null {
  const { first, last } = siteDates(today)
  return isDate(value) && value >= first && value <= last ? value : null
}

/** The error sentence for a call or a closing; '' if the date is today or later and the site shows it. */
export function dateProblem(date: string, today: string): string {
  const { last } = siteDates(today)
  if (date < today) return 'Choose a date from today on.'
  return date > last ? `Choose a date no later than ${formatDate(last)}.` : ''
}

/** Throws when either date is outside the years 2000-2199. */
export function addDays(date: string, days: number): string {
  return new Date(checkYear(utcMidnight(date) + days * DAY_MS)).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS
}

/** 0 = Monday … 6 = Sunday. Throws outside the years 2000-2199. */
export function weekdayOf(date: string): number {
  return (new Date(utcMidnight(date)).getUTCDay() + 6) % 7
}

/** Without arguments: today in the studio's zone. */
export function dateAt(instant: Date = new Date(), zone: string = STUDIO_ZONE): string {
  const { year, month, day } = wallClock(instant, zone)
  return `${year}-${month}-${day}`
}

/** `HH:MM`. */
export function timeAt(instant: Date, zone: string): string {
  const { hour, minute } = wallClock(instant, zone)
  return `${hour}:${minute}`
}

/**
 * As Postgres's `at time zone`: a time that occurs twice (autumn) is the second one, in standard time; a skipped time
 * (spring) gets the standard offset. Throws outside the years 2000-2199.
 */
export function toInstant(date: string, time: string): Date {
  const wall = checkYear(Date.parse(`${date}T${time}:00Z`))
  const offsets = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)]
  const readings = offsets.map((offset) => wall - offset).filter((at) => at + offsetAt(at) === wall)
  return new Date(readings.length > 0 ? Math.max(...readings) : wall - Math.min(...offsets))
}

/** False on the date of a clock change if the clock skips or repeats part of the slot. */
export function isValidStudioTime(date: string, start: string, end: string): boolean {
  const [starts, ends] = [toInstant(date, start), toInstant(date, end)]
  const length = Date.parse(`${date}T${end}:00Z`) - Date.parse(`${date}T${start}:00Z`)
  return (
    timeAt(starts, STUDIO_ZONE) === start &&
    timeAt(ends, STUDIO_ZONE) === end &&
    ends.getTime() - starts.getTime() === length
  )
}

export function timesOverlap(
  a: { start_time: string; end_time: string },
  b: { start_time: string; end_time: string },
): boolean {
  return a.start_time < b.end_time && b.start_time < a.end_time
}

export function zoneName(date: string, time: string): string {
  const year = date.slice(0, 4)
  const [here, january, july] = [toInstant(date, time), `${year}-01-01`, `${year}-07-01`].map((at) =>
    offsetAt(typeof at === 'string' ? utcMidnight(at) : at.getTime()),
  ) as [number, number, number]
  return here > Math.min(january, july) ? place.zoneNames.summer : place.zoneNames.standard
}

/** '9:00 am'; with `capitals` '9:00 AM', for the admin; '09:00' on a clock of 24 hours. Accepts `HH:MM:SS` too. */
export function formatTime(time: string, capitals = false): string {
  if (place.clock === 24) return time.slice(0, 5)
  const hour = Number(time.slice(0, 2))
  const half = hour < 12 ? 'am' : 'pm'
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${capitals ? half.toUpperCase() : half}`
}

/** `HH:MM` of a Postgres time `HH:MM:SS`. */
export function withoutSeconds(time: string): string {
  return time.slice(0, 5)
}

/** '9:00 AM – 9:30 AM'. */
export function formatTimeRange(start_time: string, end_time: string): string {
  return `${formatTime(start_time, true)} – ${formatTime(end_time, true)}`
}

/** '9:00 – 9:30 AM', or over noon '11:30 AM – 12:00 PM'. */
export function formatShortRange(start: string, end: string): string {
  const range = formatTimeRange(start, end)
  const half = place.clock === 12 ? range.slice(-3) : '' // ' AM'
  return range.indexOf(half) < range.length - 3 ? range.replace(half, '') : range
}

/** '20 Nov 2026, 9:05 AM' for an ISO 8601 timestamp, in the studio's zone. */
export function formatTimestamp(timestamp: string): string {
  const instant = new Date(timestamp)
  return `${formatInstantDate(timestamp)}, ${formatTime(timeAt(instant, STUDIO_ZONE), true)}`
}

/** '20 Nov 2026', in the studio's zone. */
export function formatInstantDate(timestamp: string): string {
  return format(parseISO(dateAt(new Date(timestamp))), 'd MMM yyyy')
}

/** '9:05 AM', in the studio's zone. */
export function formatClock(timestamp: string): string {
  return formatTime(timeAt(new Date(timestamp), STUDIO_ZONE), true)
}

/** 'Tue 1 Dec 2026', for the admin. */
export function formatDate(date: string): string {
  return format(parseISO(date), 'EEE d MMM yyyy')
}

/** 'Tue 1 Dec'. */
export function formatShortDate(date: string): string {
  return format(parseISO(date), 'EEE d MMM')
}

/** 'Tuesday 1 December'. */
export function formatDay(date: string): string {
  return format(parseISO(date), 'EEEE d MMMM')
}

/** 'Tuesday 1 December 2026'. */
export function formatLongDate(date: string): string {
  return format(parseISO(date), 'EEEE d MMMM yyyy')
}

/** 'December 2026' for '2026-12'. */
export function formatMonth(month: string): string {
  return format(parseISO(month), 'MMMM yyyy')
}

export interface StudioTimes {
  date: string
  start_time: string
  end_time: string
}

/** 'Tuesday 1 December 2026, 9:00 am to 9:30 am EST (Toronto time)'. */
export function formatStudioTimes({ date, start_time, end_time }: StudioTimes): string {
  const zone = zoneName(date, start_time)
  return `${formatLongDate(date)}, ${formatTime(start_time)} to ${formatTime(end_time)} ${zone} (${placeTime})`
}

export function visitorClock(
  date: string,
  time: string,
  zone: string,
): { date: string; time: string } | null {
  const instant = toInstant(date, time)
  const theirs = { date: dateAt(instant, zone), time: timeAt(instant, zone) }
  return theirs.date === date && theirs.time === time ? null : theirs
}

/** 'Mon 30 Nov, 12:00 pm'. */
export function visitorTime(date: string, time: string, zone: string): string | null {
  const theirs = visitorClock(date, time, zone)
  return theirs && `${formatShortDate(theirs.date)}, ${formatTime(theirs.time)}`
}

/** Between 10 pm and 7 am. */
export function isNight(time: string): boolean {
  return time >= '22:00' || time < '07:00'
}

// A page needs the offsets of the same few hours many times, and Intl is slow.
const knownOffsets = new Map<number, number>()

/** In milliseconds ahead of UTC. The offset changes only on the full hour. */
function offsetAt(instant: number): number {
  const hour = Math.floor(instant / HOUR_MS) * HOUR_MS
  let offset = knownOffsets.get(hour)
  if (offset === undefined) {
    const { year, month, day, hour: hours, minute } = wallClock(new Date(hour), STUDIO_ZONE)
    offset = Date.parse(`${year}-${month}-${day}T${hours}:${minute}:00Z`) - hour
    if (knownOffsets.size >= 10_000) knownOffsets.clear()
    knownOffsets.set(hour, offset)
  }
  return offset
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function wallClock(instant: Date, zone: string) {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    clocks.set(zone, clock)
  }
  const found = Object.fromEntries(clock.formatToParts(instant).map((part) => [part.type, part.value]))
  return found as Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>
}
