// Reads a calendar file (iCalendar, RFC 5545) from standard input and writes when it is busy, as JSON:
// {"busy": [[from, until], …] in milliseconds, "hasEvents"}, or {"error": a code}. The site starts it as a
// process of its own, because a file of one kilobyte can keep a parser busy for ever:
//
//   node --max-old-space-size=256 scripts/read-calendar.mjs stdin '{"now", "zone", "ownHost", "allDay"}'
//
// ical.js parses; rrule-temporal expands rules on the wall clock as if that were UTC; then each time gets
// its zone. What cannot be told for certain is busy. No word of an event is kept.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { findIana } from 'windows-iana'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** From yesterday, so that today is whole, to a day more than `calendars.known_until` says (397). */
const [DAYS_BACK, DAYS_AHEAD] = [1, 399]
const MAX_RANGES = 5_000
/** Of a rule: more than a daily one has in 270 years. It does not count what a period holds. */
const MAX_PERIODS = 100_000
/** The process ends itself then, also when the site that started it is gone. */
const MAX_MS = 9_000

// As text: ical.js' own rules lose RSCALE, and the L of BYMONTH=5L.
ICAL.design.icalendar.property.rrule = { defaultType: 'text' }

class Unreadable extends Error {
  constructor(code) {
    super(code)
    this.code = code
  }
}

/**
 * When a calendar is busy. `now` is in milliseconds, `zone` the studio's, for times without one; events
 * whose UID ends in `@` and `ownHost` are our own calls; without `allDay` all-day events do not count.
 * `hasEvents` is whether anything is ahead, busy or not. Throws `Unreadable`, with a code alone.
 */
export function readCalendar(text, options) {
  const [from, to] = [options.now - DAYS_BACK * DAY, options.now + DAYS_AHEAD * DAY]
  const { groups, zones } = readGroups(text, options)
  const found = { busy: [], hasEvents: false }
  for (const group of groups) {
    for (const { start, end, isFree, isCancelled, date } of expandGroup(group, zones, from, to)) {
      if (end <= from || start >= to || isCancelled) continue
      if (end > options.now) found.hasEvents = true
      if (end > start && !isFree && (options.allDay || !date)) found.busy.push([start, end])
    }
  }
  const busy = merge(found.busy)
  if (busy.length > MAX_RANGES) throw new Unreadable('many')
  return { busy, hasEvents: found.hasEvents }
}

/** The events of a file by UID, but for our own, and its zones. */
function readGroups(text, { ownHost, zone }) {
  const file = text.replace(/^\uFEFF/, '')
  if (!/^\s*BEGIN:VCALENDAR\s/i.test(file)) throw new Unreadable('not_calendar')
  if (!/\nEND:VCALENDAR\s*$/i.test(file)) throw new Unreadable('unfinished')
  const parsed = ICAL.parse(file)
  const calendars = Array.isArray(parsed[0]) ? parsed : [parsed]
  if (calendars.some(([name]) => name !== 'vcalendar')) throw new Unreadable('not_calendar')
  const own = `@${ownHost}`.toLowerCase()
  const groups = new Map()
  const described = new Map()
  let lone = 0
  for (const part of calendars.flatMap(([, , parts]) => parts)) {
    if (part[0] === 'vtimezone') described.set(String(find(part, 'tzid')?.[3]), part)
    if (part[0] !== 'vevent') continue
    const uid = find(part, 'uid')?.[3]
    if (String(uid).toLowerCase().endsWith(own)) continue
    const key = uid === undefined ? lone++ : `uid ${uid}`
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(part)
  }
  return { groups: groups.values(), zones: new Zones(described, zone) }
}

// Zones. Each has `toInstants`, the instants that a wall clock can mean, earliest first, and `offset` at an
// instant, in milliseconds.

class Zones {
  #described
  #known = new Map()
  constructor(described, studio) {
    this.#described = described
    this.studio = this.get(studio)
  }
  get(id) {
    if (!this.#known.has(id)) this.#known.set(id, this.#make(id))
    return this.#known.get(id)
  }
  #make(id) {
    // Intl takes BST for Dhaka, IST for Kolkata, CST for Chicago: only Area/City, UTC and GMT are IANA's.
    const iana = /^[a-z]\w*(\/[\w+-]+)+$|^(UTC|GMT)$/i.test(id) ? id : findIana(id)[0]
    if (iana && isKnownToIntl(iana)) return intlZone(iana)
    return this.#described.has(id) ? describedZone(this.#described.get(id)) : unknownZone
  }
}

const utc = { toInstants: (wall) => [wall], offset: () => 0 }
const unknownZone = { ...utc, isUnknown: true }

function isKnownToIntl(timeZone) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

function intlZone(timeZone) {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' }
  const clock = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...numeric, second: 'numeric' })
  const offsets = new Map()
  function offset(instant) {
    const quarter = Math.floor(instant / (HOUR / 4)) * (HOUR / 4)
    if (!offsets.has(quarter)) {
      const part = Object.fromEntries(clock.formatToParts(quarter).map(({ type, value }) => [type, +value]))
      const { year, month, day, hour, minute, second } = part
      offsets.set(quarter, Date.UTC(year, month - 1, day, hour, minute, second) - quarter)
    }
    return offsets.get(quarter)
  }
  function toInstants(wall) {
    const readings = distinct([wall - offset(wall - DAY), wall - offset(wall + DAY)])
    const real = readings.filter((instant) => instant + offset(instant) === wall)
    // A time that is skipped is read with the offset before the change (RFC 5545, 3.3.5).
    return real.length > 0 ? real : readings.slice(-1)
  }
  return { offset, toInstants }
}

/** The zone of a VTIMEZONE. Beside a change ical.js can be wrong by an hour: both readings count there. */
function describedZone(component) {
  const zone = new ICAL.Timezone(new ICAL.Component(withRules(component)))
  const at = (wall) => zone.utcOffset(ICAL.Time.fromString(wallText(wall))) * 1_000
  const toInstants = (wall) => distinct([wall - at(wall - 3 * HOUR), wall - at(wall + 3 * HOUR)])
  return { toInstants, offset: (instant) => at(instant + at(instant)) }
}

/** ical.js runs a zone's rules itself, and some others than yearly ones never end. */
function withRules([name, properties, parts]) {
  const rules = properties.map((property) => {
    if (property[0] !== 'rrule') return property
    if (!/(^|;)FREQ=YEARLY(;|$)/i.test(property[3])) throw new Unreadable('zone')
    return ['rrule', property[1], 'recur', ICAL.Recur.fromString(property[3]).toJSON()]
  })
  return [name, rules, parts.map(withRules)]
}

// Times. A wall clock is milliseconds as if it were UTC.

/** A date or time of a property: its zone, its wall clock, its first instant. */
function readTime([, parameters, type, value], zones, code = 'time') {
  const isDate = type === 'date'
  const shape = isDate ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/
  if (typeof value !== 'string' || !shape.test(value)) throw new Unreadable(code)
  const wall = Date.parse(isDate ? `${value}T00:00:00Z` : value.replace(/Z?$/, 'Z'))
  // Not 31 February, which Date takes for 3 March.
  if (Number.isNaN(wall) || !wallText(wall).startsWith(value.replace('Z', ''))) throw new Unreadable(code)
  const id = parameters.tzid
  const zone = value.endsWith('Z') ? utc : isDate || id === undefined ? zones.studio : zones.get(String(id))
  return { zone, wall, isDate, instant: zone.toInstants(wall)[0] }
}

/** All values of RDATE or EXDATE, as properties of one value. */
function listValues(event, name) {
  return event[1]
    .filter((property) => property[0] === name)
    .flatMap(([, parameters, type, ...values]) => values.map((value) => [name, parameters, type, value]))
}

function durationOf(text) {
  try {
    return ICAL.Duration.fromString(String(text)).toSeconds() * 1_000
  } catch {
    throw new Unreadable('time')
  }
}

/** An event with its start and its lengths: of time, and on the wall clock, which differ where clocks change. */
function readEvent(event, zones) {
  const property = find(event, 'dtstart')
  if (!property) throw new Unreadable('start')
  const start = readTime(property, zones, 'start')
  const [ends, duration] = [find(event, 'dtend'), find(event, 'duration')]
  let [length, wallLength] = [0, 0]
  if (ends) {
    const end = readTime(ends, zones)
    length = end.instant - start.instant
    wallLength = start.isDate || end.zone === start.zone ? end.wall - start.wall : length
  } else if (duration) length = wallLength = durationOf(duration[3])
  if (start.isDate && wallLength === 0) length = wallLength = DAY
  const id = find(event, 'recurrence-id')
  return {
    event,
    start,
    lengths: { length, wallLength },
    replaces: id && readTime(id, zones),
    isFuture: id && /^THISANDFUTURE$/i.test(id[1].range),
    isCancelled: is(event, 'status', 'CANCELLED'),
    isFree: is(event, 'transp', 'TRANSPARENT') || is(event, 'x-microsoft-cdo-busystatus', 'FREE'),
  }
}

// What an event comes to

/** Each time of the events of one UID that can be between two instants. */
function* expandGroup(group, zones, from, to) {
  const all = group.map((event) => readEvent(event, zones))
  const replacing = all.filter(({ replaces }) => replaces)
  const gone = new Set(replacing.map(({ replaces }) => keyOf(replaces)))
  const shifts = replacing
    .filter(({ isFuture }) => isFuture)
    .map((by) => ({
      by,
      after: by.replaces.instant,
      moved: by.start.wall - wallIn(by.start, by.replaces.instant),
    }))
    .toSorted((a, b) => a.after - b.after)
  // One without the event that it changes is an event too.
  for (const one of replacing) yield* timesOf(one, one.start, one.lengths)
  const reach = Math.max(
    0,
    ...shifts.map(({ by, moved }) => Math.abs(moved) + Math.abs(by.lengths.wallLength)),
  )
  for (const one of all) {
    if (one.replaces) continue
    const without = new Set(listValues(one.event, 'exdate').map((value) => keyOf(readTime(value, zones))))
    for (const { start, lengths } of occurrences(one, zones, from - reach, to + reach)) {
      if (without.has(keyOf(start)) || gone.has(keyOf(start))) continue
      const shift = shifts.findLast(({ after }) => after <= start.instant)
      if (!shift) yield* timesOf(one, start, lengths)
      else
        yield* timesOf(
          shift.by,
          { ...shift.by.start, wall: wallIn(shift.by.start, start.instant) + shift.moved },
          shift.by.lengths,
        )
    }
  }
}

const dayOf = ({ wall }) => wallText(wall).slice(0, 10)
const keyOf = (time) => (time.isDate ? dayOf(time) : time.instant)
const wallIn = ({ zone }, instant) => instant + zone.offset(instant)

/** Where an event that repeats begins, between two instants: DTSTART always, its rules, its RDATEs. */
function* occurrences({ event, start, lengths }, zones, from, to) {
  yield { start, lengths }
  const reach = Math.max(Math.abs(lengths.length), Math.abs(lengths.wallLength)) + 2 * DAY
  const between = [new Date(from - reach), new Date(to + reach)]
  for (const [name, , type, rule] of event[1]) {
    if (name !== 'rrule') continue
    if (type !== 'text') throw new Unreadable('rule')
    for (const wall of expandRule(rule, start, between)) {
      if (wall !== start.wall)
        yield { start: { ...start, wall, instant: start.zone.toInstants(wall)[0] }, lengths }
    }
  }
  for (const [name, parameters, type, value] of listValues(event, 'rdate')) {
    if (type !== 'period') {
      const begins = readTime([name, parameters, type, value], zones)
      yield {
        start: begins,
        lengths: begins.isDate === start.isDate ? lengths : { length: DAY, wallLength: DAY },
      }
    } else {
      const [first, last] = value.map(String)
      const begins = readTime([name, parameters, 'date-time', first], zones)
      const length = /^[-+]?P/.test(last)
        ? durationOf(last)
        : readTime([name, parameters, 'date-time', last], zones).instant - begins.instant
      yield { start: begins, lengths: { length, wallLength: length } }
    }
  }
}

function expandRule(rule, start, [from, to]) {
  const rruleString = `DTSTART:${compact(start.wall)}Z\nRRULE:${ruleText(rule, start)}`
  try {
    return new RRuleTemporal({ rruleString, maxIterations: MAX_PERIODS })
      .between(from, to, true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
  } catch {
    throw new Unreadable('rule')
  }
}

/** A rule as rrule-temporal takes it, with its UNTIL on the wall clock. */
function ruleText(rule, { zone, isDate }) {
  const text = rule.trim().replace(/;+$/, '').toUpperCase()
  try {
    // It is strict where rrule-temporal drops what it does not understand, as in COUNT=x.
    if (!ICAL.Recur.fromString(text.replace(/(\d)L\b/g, '$1')).freq) throw new Unreadable('rule')
  } catch {
    throw new Unreadable('rule')
  }
  const until = /(?:^|;)UNTIL=([^;]*)/.exec(text)?.[1]
  if (until === undefined) return text
  const [, date, time, z] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(until) ?? []
  if (!date) throw new Unreadable('rule')
  const at = (clock) =>
    readTime(
      ['until', {}, 'date-time', `${spaced(date, '-', [4, 6])}T${spaced(clock, ':', [2, 4])}Z`],
      null,
      'rule',
    ).wall
  let last
  if (time === undefined || isDate) last = at('235959')
  else if (!z) last = at(time)
  else last = at(time) + (zone.isUnknown ? 14 * HOUR : zone.offset(at(time)))
  return `${text.replace(/(^|;)UNTIL=[^;]*/, '')};UNTIL=${compact(last)}Z`.replace(/^;/, '')
}

/** The spans that one occurrence can take. One whose end is before its start takes what is between. */
function* timesOf({ isFree, isCancelled }, { zone, wall, isDate }, { length, wallLength }) {
  const about = { isFree, isCancelled, date: isDate }
  const later = zone.toInstants(wall + wallLength)
  for (const instant of zone.toInstants(wall)) {
    const ends = isDate ? later : [instant + length, ...later]
    // A day is whole, also where its end is before it.
    const all = [instant, ...ends, ...(isDate && wallLength < 0 ? zone.toInstants(wall + DAY) : [])]
    const [start, end] = [Math.min(...all), Math.max(...all)]
    // No zone is farther from UTC.
    yield zone.isUnknown
      ? { ...about, start: start - 14 * HOUR, end: end + 12 * HOUR }
      : { ...about, start, end }
  }
}

function merge(ranges) {
  const merged = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

const distinct = (numbers) => [...new Set(numbers)].toSorted((a, b) => a - b)
const find = (component, name) => component[1].find((property) => property[0] === name)
const is = (component, name, value) => String(find(component, name)?.[3]).toUpperCase() === value
/** '2026-12-01T09:00:00' */
const wallText = (wall) => new Date(wall).toISOString().slice(0, 19)
/** '20261201T090000' */
const compact = (wall) => wallText(wall).replaceAll(/[-:]/g, '')
const spaced = (digits, by, [first, second]) =>
  [digits.slice(0, first), digits.slice(first, second), digits.slice(second)].join(by)

// The process: this thread reads and watches the clock, which parsing in a thread of its own cannot stop.

if (isMainThread && process.argv[2] === 'stdin') {
  setTimeout(() => process.exit(4), MAX_MS)
  const answer = (result) => process.stdout.write(JSON.stringify(result), () => process.exit())
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { text, options: JSON.parse(process.argv[3]) },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.on('message', answer)
  worker.on('error', ({ code }) =>
    answer({ error: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'heavy' : 'unreadable' }),
  )
} else if (!isMainThread && workerData?.options) {
  const { text, options } = workerData
  try {
    parentPort.postMessage(readCalendar(text, options))
  } catch (error) {
    // ical.js quotes the file in its messages.
    parentPort.postMessage({ error: error instanceof Unreadable ? error.code : 'unreadable' })
  }
}
