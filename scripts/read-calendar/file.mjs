// Only the lines about times: an invalid line about anything else must not make the calendar unreadable.
import { Unreadable } from './unreadable.mjs'

/** Their values contain no colon, so the last colon of the line separates parameters from value. */
const TIMES = new Set([
  ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'FREEBUSY'],
  ...['STATUS', 'TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS', 'TZOFFSETFROM', 'TZOFFSETTO'],
])
const NAMES = new Set(['UID', 'TZID', 'X-WR-TIMEZONE'])
const COMPONENTS = /^V(CALENDAR|EVENT|FREEBUSY|TODO|JOURNAL|ALARM|TIMEZONE)$|^(STANDARD|DAYLIGHT)$/

/**
 * A property's `head` has its parameters; `parts` are components inside; lines count from 1. Throws `Unreadable` if the
 * file is no calendar, breaks off, or has a BEGIN or END without its counterpart.
 */
export function readComponents(text) {
  if (!/^\uFEFF?\s*BEGIN\s*:\s*VCALENDAR\s/i.test(text)) throw new Unreadable('not_calendar')
  if (!/^END:VCALENDAR[ \t]*\r*$/im.test(text)) throw new Unreadable('unfinished')
  const root = { parts: [], properties: [] }
  const open = [root]
  for (const { line, content } of unfold(text)) {
    const inner = open.at(-1)
    const bound = readBound(content)
    if (bound?.begins) {
      const component = { name: bound.name, line, properties: [], parts: [] }
      inner.parts.push(component)
      open.push(component)
    } else if (bound) {
      if (inner.name !== bound.name) throw new Unreadable('unreadable')
      open.pop()
    } else {
      const property = readProperty(content)
      if (property) inner.properties.push({ ...property, line })
    }
  }
  if (open.length > 1) throw new Unreadable('unfinished')
  return root.parts
}

/** Folded lines are joined, with the number of the first; lines that are not read are shortened. */
function* unfold(text) {
  const file = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  let current = null
  for (let at = 0, line = 1; at < file.length; line++) {
    const found = file.indexOf('\n', at)
    const end = found === -1 ? file.length : found
    const isFolded = file[at] === ' ' || file[at] === '\t'
    if (current && isFolded) {
      // A name can be folded too, so it is checked after 100 characters; once, because each check copies the joined
      // string.
      if (current.content.length >= 100) current.isKept ??= readProperty(current.content) !== null
      if (current.isKept ?? true) current.content += file.slice(at + 1, end).replace(/\r+$/, '')
    } else {
      const content = file.slice(at, end).replace(/^\uFEFF|\r+$/g, '')
      if (content !== '') {
        if (current) yield current
        current = { line, content }
      }
    }
    at = end + 1
  }
  if (current) yield current
}

/** Null for another line, such as 'Begin: Monday' in a text that was not folded. */
function readBound(content) {
  const [, word = '', name = ''] = /^\s*(BEGIN|END)\s*:\s*([A-Z][\w-]*)\s*$/i.exec(content) ?? []
  const upper = name.toUpperCase()
  if (!COMPONENTS.test(upper) && (word + name !== (word + name).toUpperCase() || !word)) return null
  return { begins: word.toUpperCase() === 'BEGIN', name: upper }
}

/** Null for a line about anything else. A line without a colon must be a name in capitals alone. */
function readProperty(content) {
  const written = /^[A-Za-z-]+/.exec(content)?.[0] ?? ''
  const name = written.toUpperCase()
  const rest = content.slice(written.length)
  if (!TIMES.has(name) && !NAMES.has(name)) return null
  if (!/^[;:]/.test(rest) && (written !== name || /^\S/.test(rest))) return null
  const colon = TIMES.has(name)
    ? rest.lastIndexOf(':')
    : /^(?:;(?:"[^"]*"|[^":])*)?(?=:)/.exec(rest)?.[0].length
  if (colon === undefined || colon === -1) return { name, head: rest, value: null }
  const value = rest.slice(colon + 1).trim()
  return { name, head: rest.slice(0, colon), value: NAMES.has(name) ? unescape(value) : value }
}

const unescape = (text) => text.replaceAll(/\\([\\,;])/g, '$1')

/** Without quotes and backslashes. */
export function readParameter({ head }, name) {
  const [, quoted, bare] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;]*))`, 'i').exec(head) ?? []
  return (
    unescape(quoted ?? bare ?? '')
      .replaceAll('"', '')
      .trim() || undefined
  )
}

export const findAll = (component, name) => component.properties.filter((property) => property.name === name)
export const find = (component, name) => component.properties.find((property) => property.name === name)
