// A wall clock is a local date and time in the milliseconds that it has in UTC. `toInstants` returns the instants that
// it can mean, earliest first.
import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { find, readParameter } from './file.mjs'
import { Unreadable } from './unreadable.mjs'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

const utc = { toInstants: (wall) => [wall], offset: () => 0, isUtc: true }
const unknownZone = (guess) => ({ ...utc, isUtc: false, isUnknown: true, guess })

/** The zones of one VCALENDAR's times. */
export class Zones {
  #known = new Map()
  #described

  /**
   * `described` maps names to VTIMEZONEs, `named` are the names that times use, `own` is the calendar's X-WR-TIMEZONE.
   */
  constructor({ studio, own, described, named }) {
    this.#described = described
    /** The only VTIMEZONE, if no time uses its name, is the zone of times with an unknown name. */
    this.spare =
      described.size === 1 && !named.has([...described.keys()][0]) ? [...described.values()][0] : null
    this.studio = this.get(studio)
    /** For times that name no zone. */
    this.floating = own?.value ? this.get(own.value, own.line) : this.studio
    // Programs write X-WR-TIMEZONE:UTC wherever their user is.
    const isNowhere = this.floating.isUnknown || this.floating.isUtc
    this.here = isNowhere ? this.studio : this.floating
    /** A founder abroad may mean a day there or a day of the studio, so both count. */
    this.days = either(this.studio, this.floating.isUnknown ? this.floating : this.here)
  }

  /** `line` is where the file uses the name. */
  get(id, line = 0) {
    if (!this.#known.has(id)) this.#known.set(id, this.#make(id, line))
    return this.#known.get(id)
  }

  /** A time with a Z (`isUtc`) may name a zone besides. */
  of(property, isUtc) {
    const id = readParameter(property, 'TZID')
    if (id === undefined) return isUtc ? utc : this.floating
    const zone = this.get(id, property.line)
    if (!isUtc) return zone
    const both = `${id}\nZ`
    if (!this.#known.has(both)) this.#known.set(both, either(utc, zone, toGuess(property.line, 'zone_two')))
    return this.#known.get(both)
  }

  /** A zone that is a guess has `guess`, for `unread`. */
  #make(id, line) {
    const exact = ianaZone(id)
    if (exact) return exact
    const component = this.#described.get(id)
    if (component) return this.#describe(component)
    const [, sign, hours, minutes] = /^(?:UTC|GMT)?\s*([+-])(\d\d?):?(\d\d)?$/i.exec(id) ?? []
    const zone = ianaZone(correctName(id)) ?? (sign && fixedZone(offsetOf(sign, hours, minutes)))
    if (zone) return zone
    // '(UTC+01:00) Amsterdam, Berlin': does not say whether it has a summer time.
    const [named, ...parts] = /^\((?:UTC|GMT)(?:\s*([+-])(\d\d?)(?:[:.]?(\d\d))?)?\)/i.exec(id) ?? []
    const offset = offsetOf(...parts)
    if (named) return either(fixedZone(offset), fixedZone(offset + HOUR), toGuess(line, 'zone_summer'))
    if (!this.spare) return unknownZone(toGuess(line, 'zone'))
    return { guess: toGuess(line, 'zone_only'), ...this.#describe(this.spare) }
  }

  #describe(component) {
    try {
      const zone = describedZone(component)
      // ical.js finds faults of a zone only when it computes a time, so this computes two.
      if (![0, Date.now()].every((wall) => zone.toInstants(wall).every(Number.isFinite)))
        throw new Unreadable('zone')
      return zone
    } catch {
      return unknownZone(toGuess(component.line, 'zone'))
    }
  }
}

/** It counts although it may not. */
export const toGuess = (line, code, date = null) => ({ line, code, date, time: null, repeats: false })

function ianaZone(id) {
  const name = ianaName(id)
  return name && (/^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal)$/i.test(name) ? utc : intlZone(name))
}

/** 'GMT Standard Time 1', 'tzone://Microsoft/Utc', 'Europe%2FLisbon'. */
function correctName(id) {
  const name = id.replaceAll(/%2F/gi, '/').replace(/( Standard Time) \d+$/i, '$1')
  return name.replace(/^NZ[DS]T$/i, 'NZ').replace(/^(.*\/utc|\(UTC\) Coordinated Universal Time)$/i, 'UTC')
}

function ianaName(id) {
  // '/mozilla.org/20070129_1/America/Argentina/Buenos_Aires'
  const parts = id.split('/')
  const tails = id.startsWith('/') ? [parts.slice(-3), parts.slice(-2)] : [parts]
  const names = [...tails.map((tail) => tail.join('/')), ...findIana(id).slice(0, 1)]
  // No name with three letters but those listed here means one zone. Intl reads BST, which can mean London, as
  // Dhaka.
  return names.find(
    (name) => /^(?![a-z]{3}$)[a-z]|^(UTC|GMT|UCT|CET|EET|WET)$/i.test(name) && isKnownToIntl(name),
  )
}

function isKnownToIntl(timeZone) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

const fixedZone = (offset) => ({ offset: () => offset, toInstants: (wall) => [wall - offset] })
const offsetOf = (sign, hours = '0', minutes = '0') =>
  (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + (Number(minutes) * HOUR) / 60)

/** The instants of both. */
function either(one, other, guess = one.guess ?? other.guess) {
  if (one === other) return one
  if (one.isUnknown || other.isUnknown) return unknownZone(guess)
  const toInstants = (wall) => distinct([...one.toInstants(wall), ...other.toInstants(wall)])
  const offset = (instant) => Math.max(one.offset(instant), other.offset(instant))
  return { toInstants, offset, either: [one, other], guess }
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
    // A wall clock that a clock change skips is read with the offset before the change (RFC 5545, 3.3.5).
    return real.length > 0 ? real : readings.slice(-1)
  }
  return { offset, toInstants }
}

/** Near a clock change ical.js can be wrong by an hour, so both offsets count there. */
function describedZone(component) {
  const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(zoneText(component))))
  const at = (wall) => zone.utcOffset(ICAL.Time.fromString(wallText(wall))) * 1_000
  const toInstants = (wall) => distinct([wall - at(wall - 3 * HOUR), wall - at(wall + 3 * HOUR)])
  return { toInstants, offset: (instant) => at(instant + at(instant)) }
}

/** Throws if a rule is not yearly: ical.js may compute such a rule for ever. */
function zoneText({ properties, parts }) {
  const spans = parts.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
  if (spans.length === 0) throw new Unreadable('zone')
  const inner = spans.flatMap((span) => {
    for (const name of ['TZOFFSETFROM', 'TZOFFSETTO'])
      if (!/^[-+]\d{4}(\d\d)?$/.test(find(span, name)?.value ?? '')) throw new Unreadable('zone')
    if (!/^\d{8}T\d{6}$/.test(find(span, 'DTSTART')?.value ?? '')) throw new Unreadable('zone')
    for (const { name, value } of span.properties)
      if (name === 'RRULE' && !/(^|;)FREQ=YEARLY(;|$)/i.test(value)) throw new Unreadable('zone')
    return [`BEGIN:${span.name}`, ...span.properties.map(written), `END:${span.name}`]
  })
  return ['BEGIN:VTIMEZONE', ...properties.map(written), ...inner, 'END:VTIMEZONE'].join('\r\n')
}

const written = ({ name, head, value }) => `${name}${head}:${value}`

export const distinct = (numbers) => [...new Set(numbers)].toSorted((a, b) => a - b)
/** '2026-12-01T09:00:00' */
export const wallText = (wall) => new Date(wall).toISOString().slice(0, 19)
/** '2026-12-01' */
export const dayText = (wall) => wallText(wall).slice(0, 10)
