// Reads the times of one event.
import { find, findAll, readParameter } from './file.mjs'
import { checkRule } from './rules.mjs'
import { convertToStart, midnight, readDay, readDuration, readTime, wallIn } from './times.mjs'
import { DAY, HOUR } from './zones.mjs'

/**
 * Reads an event: its `start`, its `lengths` (elapsed and on the wall clock, which differ across a clock change), the
 * occurrence that it `replaces`, its `rules`, and the times of RDATE (`added`) and EXDATE (`removed`). `fault` is the
 * first unreadable line, {line, code}; the other lines still count. Without exactly one DTSTART, no times are read.
 */
export function readEvent(event, zones) {
  const is = (name, ...values) => values.includes(find(event, name)?.value?.toUpperCase())
  const one = {
    event,
    start: null,
    fault: null,
    isCancelled: is('STATUS', 'CANCELLED'),
    isFree: is('TRANSP', 'TRANSPARENT') || is('X-MICROSOFT-CDO-BUSYSTATUS', 'FREE', 'WORKINGELSEWHERE'),
  }
  const [first, second] = findAll(event, 'DTSTART')
  if (!first) storeFault(one, event, { code: 'no_start' })
  else if (second) storeFault(one, second, { code: 'two_starts' })
  else one.start = tryRead(one, first, () => readTime(first.value, first, zones, 'start'))
  if (!one.start) return one
  one.lengths = readLengths(one, zones)
  const id = find(event, 'RECURRENCE-ID')
  if (id && id.value !== '') one.replaces = tryRead(one, id, () => readTime(id.value, id, zones))
  one.isFuture = id && /^THISANDFUTURE$/i.test(readParameter(id, 'RANGE') ?? '')
  one.rules = findAll(event, 'RRULE').filter(({ value }) => value !== '')
  for (const rule of one.rules) tryRead(one, rule, () => checkRule(rule.value, one.start, zones))
  one.removed = readValues(one, 'EXDATE', (value, property) => readTime(value, property, zones))
  one.added = readValues(one, 'RDATE', (value, property) => readOccurrence(value, property, one, zones))
  return one
}

/** Stores the first fault of an event, with its line. */
export function storeFault(one, { line }, { code = '' }) {
  one.fault ??= { line, code: /^[a-z_]+$/.test(code) ? code : 'unreadable' }
}

/** Returns the result of `read`. If `read` throws, stores the fault and returns undefined. */
export function tryRead(one, property, read) {
  try {
    return read()
  } catch (error) {
    storeFault(one, property, error)
  }
}

/** Reads each value of a property that is a list, and leaves out the unreadable ones. */
export function readValues(one, name, read) {
  const found = []
  for (const property of findAll(one.event, name)) {
    for (const value of property.value?.split(',') ?? []) {
      const time = value.trim() && tryRead(one, property, () => read(value.trim(), property))
      if (time) found.push(time)
    }
  }
  return found
}

/** The lengths of an event. If its end is unreadable, the event takes one day: too long is safer than too short. */
function readLengths(one, zones) {
  const property = find(one.event, 'DTEND') ?? find(one.event, 'DURATION')
  const lengths = property
    ? (tryRead(one, property, () => readLength(property, one.start, zones)) ?? lasting(DAY))
    : lasting(0)
  return one.start.isDate && lengths.wallLength === 0 ? lasting(DAY) : lengths
}

const lasting = (length) => ({ length, wallLength: length })

function readLength(property, start, zones) {
  if (property.name === 'DURATION') return lasting(readDuration(property.value, 'end'))
  const end = readTime(property.value, property, zones, 'end')
  // If only the start or only the end is a date without a time, the event takes the whole day on which it ends.
  if (start.isDate && !end.isDate)
    return lasting(Math.ceil(wallIn(zones.here, end.instant) / DAY) * DAY - start.wall)
  if (!start.isDate && end.isDate) return lasting(end.wall + DAY - start.wall)
  const [length, wallLength] = [end.instant - start.instant, end.wall - start.wall]
  if (start.isDate || end.zone === start.zone) return { length, wallLength }
  if (!end.isFloating) return lasting(length)
  return lasting(start.zone.isUtc ? Math.max(length, wallLength) : wallLength)
}

/** Reads one value of RDATE. Returns [start, lengths] of an occurrence. */
function readOccurrence(value, property, { start, lengths }, zones) {
  const [first, last] = value.split('/')
  const begins = readTime(first, property, zones)
  if (last !== undefined) return [begins, readPeriod(begins, last, property, zones)]
  if (begins.isDate !== start.isDate) return [begins, lasting(DAY)]
  return [begins.isFloating ? convertToStart(begins, start, zones) : begins, lengths]
}

/** The lengths of a period that begins at `begins`. `last` is its end or its duration as text. */
export function readPeriod(begins, last, property, zones) {
  if (/^[-+]?P/i.test(last)) return lasting(readDuration(last))
  return lasting(readTime(last, property, zones).instant - begins.instant)
}

/**
 * The day of a DTSTART, in both the calendar's and the studio's zone. `day` is a wall clock; `start` and `end` are
 * instants. Null if the date is unreadable.
 */
export function readStartDay(property, zones) {
  const id = readParameter(property, 'TZID')
  const zone = /Z$/i.test(property.value ?? '') ? zones.get('UTC') : id ? zones.get(id) : zones.floating
  let day = readDay(property.value)
  if (day === null) return null
  const time = tryRead({}, property, () => readTime(property.value, property, zones))
  if (time && !time.isDate && !zone.isUnknown) day = midnight(wallIn(zones.here, time.instant))
  const places = time && !zone.isUnknown ? [zones.days] : [zones.days, zone]
  const bounds = places.flatMap((place) => {
    const [start, end] = [place.toInstants(day)[0], place.toInstants(day + DAY).at(-1)]
    return place.isUnknown ? [start - 14 * HOUR, end + 12 * HOUR] : [start, end]
  })
  return { day, start: Math.min(...bounds), end: Math.max(...bounds) }
}
