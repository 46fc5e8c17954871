// Time zones. A wall clock is a local date and time as the milliseconds that it has in UTC. A zone's `toInstants`
// returns the instants that a wall clock can mean, earliest first, and `offset` the offset from UTC at an instant.
import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { find } from './file.mjs'
import { Unreadable } from './unreadable.mjs'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const utc = { toInstants: (wall) => [wall], offset: () => 0, isUtc: true }
const unknownZone = { ...utc, isUtc: false, isUnknown: true }

/** The zones that the times of one VCALENDAR name. */
export class Zones {
  #known = new Map()
  #described
  /** The VTIMEZONEs that cannot be read: {line, code, date}. */
  faults = []

  /**
   * `described` maps names to the file's VTIMEZONEs. `named` has the zone names that times of the file use. `own` is
   * the X-WR-TIMEZONE of the calendar, `studio` the studio's zone.
   */
  constructor({ studio, own, described, named }) {
    this.#described = described
    /** The file's VTIMEZONE if it is the only one and no time uses its name: the zone of times with an unknown name. */
    this.spare =
      described.size === 1 && !named.has([...described.keys()][0]) ? [...described.values()][0] : null
    this.studio = this.get(studio)
    /** The zone of times that name no zone. */
    this.floating = own ? this.get(own) : this.studio
    /** The calendar's own zone, or the studio's zone if the calendar's zone is unknown. */
    this.here = this.floating.isUnknown ? this.studio : this.floating
    /** The zone of all-day events. A founder abroad may mean a day there or a day of the studio, so both count. */
    this.days = either(this.studio, this.here)
  }

  get(id) {
    if (!this.#known.has(id)) this.#known.set(id, this.#make(id))
    return this.#known.get(id)
  }

  #make(id) {
    const iana = ianaName(id)
    if (iana) return /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal)$/i.test(iana) ? utc : intlZone(iana)
    const component = this.#described.get(id)
    if (component) return this.#describe(component)
    const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT)?\s*([+-])(\d\d?):?(\d\d)?$/i.exec(id) ?? []
    if (sign) return fixedZone(Number(`${sign}1`) * (Number(hours) * HOUR + (Number(minutes) * HOUR) / 60))
    return this.spare ? this.#describe(this.spare) : unknownZone
  }

  #describe(component) {
    try {
      const zone = describedZone(component)
      // ical.js finds faults of a zone only when it computes a time, so this computes two.
      if (![0, Date.now()].every((wall) => zone.toInstants(wall).every(Number.isFinite)))
        throw new Unreadable('zone')
      return zone
    } catch {
      this.faults.push({ line: component.line, code: 'zone', date: null })
      return unknownZone
    }
  }
}

function ianaName(id) {
  // '/mozilla.org/20070129_1/America/Argentina/Buenos_Aires'
  const parts = id.split('/')
  const tails = id.startsWith('/') ? [parts.slice(-3), parts.slice(-2)] : [parts]
  const names = [...tails.map((tail) => tail.join('/')), ...findIana(id).slice(0, 1)]
  // Of the names with three letters, only those listed here mean one zone. Intl reads BST, which can mean London, as
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

/** A zone that may be `one` or `other`: `toInstants` returns the instants of both. */
function either(one, other) {
  if (one === other) return one
  const toInstants = (wall) => distinct([...one.toInstants(wall), ...other.toInstants(wall)])
  return { toInstants, offset: one.offset }
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

/** The zone of a VTIMEZONE. Near a clock change ical.js can be wrong by an hour, so both offsets count there. */
function describedZone(component) {
  const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(zoneText(component))))
  const at = (wall) => zone.utcOffset(ICAL.Time.fromString(wallText(wall))) * 1_000
  const toInstants = (wall) => distinct([wall - at(wall - 3 * HOUR), wall - at(wall + 3 * HOUR)])
  return { toInstants, offset: (instant) => at(instant + at(instant)) }
}

/** A VTIMEZONE as text for ical.js. Throws if a rule is not yearly: ical.js may compute such a rule for ever. */
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
