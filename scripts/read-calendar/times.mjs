import ICAL from 'ical.js'
import { readParameter } from './file.mjs'
import { Unreadable } from './unreadable.mjs'
import { DAY, HOUR, wallText } from './zones.mjs'

/** About 100 years. */
const MAX_LENGTH = 36_525 * DAY

/**
 * `wall` is the wall clock, with the first instant that it can mean. `isDate` also for a time with VALUE=DATE;
 * `isFloating` without a zone. Throws `Unreadable` with `code`.
 */
export function readTime(value, property, zones, code = 'time') {
  const [, date, clock, z] = /^(\d{8})(?:T(\d{6}|\d{4})(Z?))?$/i.exec(value ?? '') ?? []
  const wall = readWall(date, clock)
  if (wall === null) throw new Unreadable(code)
  const isFloating = !z && readParameter(property, 'TZID') === undefined
  const zone = zones.of(property, Boolean(z))
  const time = { zone, wall, isDate: !clock, isFloating, instant: zone.toInstants(wall)[0] }
  if (clock && readParameter(property, 'VALUE')?.toUpperCase() !== 'DATE') return time
  return dateTime(dateWall(time, zones), zones)
}

/** As a wall clock, even if the time after it is unreadable. Else null. */
export const readDay = (value) => readWall(/^\d{8}/.exec(value ?? '')?.[0])

/** Null for an impossible date such as 31 February, which `Date` reads as 3 March. */
function readWall(date, clock = '000000') {
  if (!date) return null
  const [day, time] = [
    date.replace(/(....)(..)(..)/, '$1-$2-$3'),
    clock.padEnd(6, '0').replace(/(..)(..)(..)/, '$1:$2:$3'),
  ]
  const wall = Date.parse(`${day}T${time}Z`)
  return !Number.isNaN(wall) && wallText(wall) === `${day}T${time}` ? wall : null
}

const dateTime = (wall, { days }) => ({
  zone: days,
  wall,
  isDate: true,
  isFloating: true,
  instant: days.toInstants(wall)[0],
})

/** A time in an all-day event stands for its day in its own zone; for UTC, see below. */
function dateWall({ isDate, zone, wall, instant }, zones) {
  if (isDate || !zone.isUtc) return midnight(wall)
  const here = wallIn(zones.here, instant)
  // A time in UTC is the midnight of a day in the calendar's zone, or else means the nearest midnight in UTC.
  return here === midnight(here) ? here : midnight(instant + DAY / 2)
}

/** To the type (date or time) and zone of DTSTART. */
export function convertToStart(time, start, zones) {
  if (start.isDate) return dateTime(dateWall(time, zones), zones)
  if (!time.isDate && !time.isFloating) return time
  const wall = time.isDate ? time.wall + start.wall - midnight(start.wall) : time.wall
  return { ...start, wall, instant: start.zone.toInstants(wall)[0] }
}

/** [earliest, latest] in the zone of DTSTART. The times up to the latest are busy. */
export function readUntil(until, { zone, isDate }, zones) {
  const time = readTime(until, { head: '' }, zones, 'rule')
  const { isUtc } = time.zone
  if (isDate && isUtc) {
    // Exchange writes the midnight of the last day in UTC. Zones are at most 14 hours ahead of UTC.
    const days = [dateWall(time, zones), midnight(time.wall + 14 * HOUR)]
    return days.map((day) => day + DAY - 1_000)
  }
  const wall = time.isDate || isDate ? midnight(time.wall) + DAY - 1_000 : time.wall
  if (!isUtc)
    return bounds(zone.isUtc ? [wall, ...(time.isDate ? zones.here : time.zone).toInstants(wall)] : [wall])
  if (zone.isUnknown) return bounds([time.wall + 14 * HOUR])
  const offsets = [-3 * HOUR, 0, 3 * HOUR].map((near) => zone.offset(time.wall + near))
  return bounds([time.wall + Math.max(...offsets)])
}

const bounds = (walls) => [Math.min(...walls), Math.max(...walls)]

export function readDuration(text, code = 'time') {
  try {
    const length = ICAL.Duration.fromString(String(text).toUpperCase()).toSeconds() * 1_000
    if (Math.abs(length) < MAX_LENGTH) return length
  } catch {}
  throw new Unreadable(code)
}

export const midnight = (wall) => Math.floor(wall / DAY) * DAY
export const wallIn = (zone, instant) => instant + zone.offset(instant)
