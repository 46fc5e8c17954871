import { find, findAll, readParameter } from './file.mjs'
import { readRule } from './rules.mjs'
import { convertToStart, midnight, readDay, readDuration, readTime, wallIn } from './times.mjs'
import { Unreadable } from './unreadable.mjs'
import { DAY, dayText, HOUR, wallText } from './zones.mjs'

/**
 * `lengths` are elapsed and on the wall clock, which differ across a clock change. `fault` is the first unreadable
 * line; the others still count. Without exactly one DTSTART, no times are read.
 */
export function readEvent(event, zones) {
  // Each line must say it, because one of several may belong to a text with bare line breaks.
  const is = (name, ...values) => {
    const found = findAll(event, name)
    return found.length > 0 && found.every(({ value }) => values.includes(value?.toUpperCase()))
  }
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
  const rules = findAll(event, 'RRULE').filter(({ value }) => value !== '')
  one.repeats = rules.length > 0 || findAll(event, 'RDATE').some(({ value }) => value)
  one.lengths = readLengths(one, zones)
  const id = find(event, 'RECURRENCE-ID')
  if (id && id.value !== '')
    one.replaces = tryRead(one, id, () => readTaken(id.value, id, one, zones, 'replaced'))
  one.isFuture = id && /^THISANDFUTURE$/i.test(readParameter(id, 'RANGE') ?? '')
  one.rules = rules.flatMap((property) => {
    const rule = tryRead(one, property, () => readRule(property.value, one.start, zones))
    return rule ? { ...rule, property } : []
  })
  one.removed = readValues(one, 'EXDATE', (value, property) =>
    readTaken(value, property, one, zones, 'removed'),
  )
  one.added = readValues(one, 'RDATE', (value, property) => readOccurrence(value, property, one, zones))
  return one
}

/** Where its calendar is, for `unread`. */
export function describeStart({ start, repeats }, zones) {
  const wall = start.isDate || start.zone.isUnknown ? start.wall : wallIn(zones.here, start.instant)
  return { date: dayText(wall), time: start.isDate ? null : wallText(wall).slice(11, 16), repeats }
}

/** Taken off a series, with its line. */
function readTaken(value, property, { start }, zones, code) {
  const time = readTime(value, property, zones, code)
  if (!time.isDate && time.zone.guess && time.zone !== start.zone) throw new Unreadable(code)
  return { ...time, line: property.line }
}

export function storeFault(one, { line }, { code = '' }) {
  one.fault ??= { line, code: /^[a-z_]+$/.test(code) ? code : 'unreadable' }
}

export function tryRead(one, property, read) {
  try {
    return read()
  } catch (error) {
    storeFault(one, property, error)
  }
}

/** Leaves out the unreadable ones. */
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

/**
 * The longest that the ends can mean: too long is safer than too short, so an unreadable end takes one day. `guess` is
 * for `unread`.
 */
function readLengths(one, zones) {
  const ends = [...findAll(one.event, 'DTEND'), ...findAll(one.event, 'DURATION')]
  const all = ends.map((end) => tryRead(one, end, () => readLength(end, one.start, zones)) ?? lasting(DAY))
  const [length, wallLength] = ['length', 'wallLength'].map((name) =>
    all.reduce((most, one) => Math.max(most, one[name]), -Infinity),
  )
  if (ends.length === 0 || (one.start.isDate && wallLength === 0)) return lasting(one.start.isDate ? DAY : 0)
  const isClear = all.every((one) => !one.isUnclear && one.wallLength === wallLength) && wallLength >= 0
  const unclear = isClear ? undefined : { line: ends.at(-1).line, code: 'ends', ...describeStart(one, zones) }
  return { length, wallLength, guess: all.find(({ guess }) => guess)?.guess ?? unclear }
}

const lasting = (length) => ({ length, wallLength: length })
const atMost = (length) => ({ ...lasting(length), isUnclear: true })

function readLength(property, start, zones) {
  if (property.name === 'DURATION') {
    const length = readDuration(property.value, 'end')
    return lasting(start.isDate ? Math.ceil(length / DAY) * DAY : length)
  }
  const end = readTime(property.value, property, zones, 'end')
  // If only one of start and end has a time, the event takes the whole day on which it ends.
  if (start.isDate && !end.isDate)
    return atMost(Math.ceil(wallIn(zones.here, end.instant) / DAY) * DAY - start.wall)
  if (!start.isDate && end.isDate) return atMost(end.wall + DAY - start.wall)
  const [length, wallLength] = [end.instant - start.instant, end.wall - start.wall]
  if (start.isDate || end.zone === start.zone) return { length, wallLength }
  if (end.isFloating) return start.zone.isUtc ? atMost(Math.max(length, wallLength)) : lasting(wallLength)
  if (!end.zone.guess) return lasting(length)
  const latest = end.zone.isUnknown ? end.wall + 12 * HOUR : end.zone.toInstants(end.wall).at(-1)
  return { ...lasting(latest - start.instant), guess: end.zone.guess }
}

/** [start, lengths] of an occurrence. */
function readOccurrence(value, property, { start, lengths }, zones) {
  const [first, last] = value.split('/')
  const begins = readTime(first, property, zones, 'added')
  if (last !== undefined) return [begins, readPeriod(begins, last, property, zones, 'added')]
  if (begins.isDate !== start.isDate) return [begins, guessed(DAY, begins, property, zones)]
  return [begins.isFloating ? convertToStart(begins, start, zones) : begins, lengths]
}

/** `last` is the period's end or its duration as text. */
export function readPeriod(begins, last, property, zones, code) {
  const length = /^[-+]?P/i.test(last)
    ? readDuration(last, code)
    : readTime(last, property, zones, code).instant - begins.instant
  return length < 0 ? guessed(length, begins, property, zones) : lasting(length)
}

function guessed(length, start, { line }, zones) {
  return {
    ...lasting(length),
    guess: { line, code: 'ends', ...describeStart({ start, repeats: false }, zones) },
  }
}

/**
 * In the calendar's and in the studio's zone. `day` is a wall clock, `start` and `end` are instants. Null if
 * unreadable.
 */
export function readStartDay(property, zones) {
  const zone = zones.of(property, /Z$/i.test(property.value ?? ''))
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
