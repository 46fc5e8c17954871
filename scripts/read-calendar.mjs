// Reads a calendar file (iCalendar, RFC 5545) from standard input and writes its busy times as JSON:
// {"busy": [[from, until], …] in milliseconds, "hasEvents", "unread"}, or {"error": a code}. The site runs this
// script in a process of its own, because a file of one kilobyte can keep a parser busy for ever:
//
//   node --max-old-space-size=256 scripts/read-calendar.mjs stdin '{"now", "zone", "ownHost", "allDay"}'
//
// If the times of an event are uncertain, all possible times count as busy. The output contains no text of an event.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { expandFreeBusy, expandGroup } from './read-calendar/occurrences.mjs'
import { find, findAll, readComponents, readParameter } from './read-calendar/file.mjs'
import { Unreadable } from './read-calendar/unreadable.mjs'
import { DAY, toGuess, Zones } from './read-calendar/zones.mjs'

/** From yesterday, to include all of today, until one day after `calendars.known_until` (397 days ahead). */
const [DAYS_BACK, DAYS_AHEAD] = [1, 399]
const MAX_RANGES = 5_000
/** If there are more ranges, those with a shorter gap between them become one. */
const MIN_GAP = 15 * 60_000
const MAX_NAMED = 5
/** The process ends itself after this time, because the site may have ended before it could do so. */
const MAX_MS = 9_000

/**
 * `now` is in milliseconds; `zone` is the studio's, for times that name none. Ignores the studio's own calls, whose
 * UIDs end in `@` and `ownHost`. `hasEvents`: an event, busy or free, ends in the future.
 * docs/decisions/founders-calendars.md has a table of the codes in `unread`. Throws `Unreadable`.
 */
export function readCalendar(text, { now, zone, ownHost, allDay }) {
  const [from, to] = [now - DAYS_BACK * DAY, now + DAYS_AHEAD * DAY]
  const found = readParts(readComponents(text), zone)
  const groups = groupByUid(found.events, `@${ownHost}`.toLowerCase())
  const read = [
    ...Array.from(groups, (group) => expandGroup(group, { from, to, allDay })),
    ...found.freeBusy.map(({ component, zones }) => expandFreeBusy(component, zones)),
  ]
  const [busy, guesses] = [[], []]
  let hasEvents = false
  for (const { start, end, isFree, isCancelled, isDate, guesses: own = [] } of read.flatMap(
    ({ spans }) => spans,
  )) {
    if (end <= from || start >= to || isCancelled) continue
    if (end > now) hasEvents = true
    if (end <= start || isFree || (isDate && !allDay)) continue
    busy.push([start, end])
    guesses.push(...own)
  }
  const exact = merge(busy, 0)
  const merged = exact.length > MAX_RANGES ? merge(exact, MIN_GAP) : exact
  if (merged.length > MAX_RANGES) throw new Unreadable('many')
  const unread = [...found.unread, ...read.flatMap((one) => one.unread), ...guesses]
  return { busy: merged, hasEvents, unread: summarize(unread) }
}

/** Each part with the zones of its calendar. `unread` lists unknown components. */
function readParts(components, studio) {
  const found = { events: [], freeBusy: [], unread: [] }
  const calendars = new Map()
  // A loop, not recursion: a file can nest components a million deep.
  const pending = components.toReversed().map((component) => ({ component, outer: '' }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { component, outer } = next
    const calendar = component.name === 'VCALENDAR' ? component : next.calendar
    if (!calendars.has(calendar)) calendars.set(calendar, [])
    const { name, line } = component
    if (name === 'VEVENT') found.events.push({ component, calendar })
    else if (name === 'VFREEBUSY') found.freeBusy.push({ component, calendar })
    else if (name === 'VTIMEZONE' && outer === 'VCALENDAR') calendars.get(calendar).push(component)
    else if ((outer === '' || outer === 'VCALENDAR') && !/^V(CALENDAR|TODO|JOURNAL|ALARM)$/.test(name))
      found.unread.push(toGuess(line, 'component'))
    for (const part of component.parts.toReversed()) pending.push({ component: part, outer: name, calendar })
  }
  return withZones(found, calendars, studio)
}

function withZones({ events, freeBusy, unread }, calendars, studio) {
  const byName = (components) => components.map((zone) => [find(zone, 'TZID')?.value, zone])
  const all = byName([...calendars.values()].flat())
  const named = new Set(
    [...events, ...freeBusy].flatMap(({ component }) =>
      component.properties.map((property) => readParameter(property, 'TZID')),
    ),
  )
  const zones = new Map()
  for (const [calendar, own] of calendars) {
    const described = new Map([...all, ...byName(own)])
    const floating = calendar && find(calendar, 'X-WR-TIMEZONE')
    if (floating?.value) named.add(floating.value)
    zones.set(calendar, new Zones({ studio, own: floating, described, named }))
  }
  const withOwn = ({ component, calendar }) => ({ component, zones: zones.get(calendar) })
  return { events: events.map(withOwn), freeBusy: freeBusy.map(withOwn), unread }
}

/** Without the studio's own calls, whose UIDs end in `own`. */
function groupByUid(events, own) {
  const groups = new Map()
  for (const { component, zones } of events) {
    const uids = findAll(component, 'UID').map(({ value }) => value ?? '')
    if (uids.length > 0 && uids.every((uid) => uid.toLowerCase().endsWith(own))) continue
    const key = uids[0] || component
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push({ event: component, zones })
  }
  return groups.values()
}

/** The first entry of each line counts. */
function summarize(unread) {
  const byLine = [...new Map(unread.toReversed().map((one) => [one.line, one])).values()]
  return { count: byLine.length, first: byLine.toSorted((a, b) => a.line - b.line).slice(0, MAX_NAMED) }
}

/** Sorted; ranges that overlap or have a shorter gap become one. */
function merge(ranges, gap) {
  const merged = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && (start <= last[1] || start < last[1] + gap)) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

// The process: the main thread reads the input and exits after MAX_MS. A worker parses, so that the timer is never blocked.

if (isMainThread && process.argv[2] === 'stdin') {
  setTimeout(() => process.exit(4), MAX_MS)
  const writeResult = (result) => process.stdout.write(JSON.stringify(result), () => process.exit())
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { text, options: JSON.parse(process.argv[3]) },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.on('message', writeResult)
  worker.on('error', ({ code }) =>
    writeResult({ error: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'heavy' : 'unreadable' }),
  )
} else if (!isMainThread && workerData?.options) {
  const { text, options } = workerData
  try {
    parentPort.postMessage(readCalendar(text, options))
  } catch (error) {
    // Sends only codes, because the messages of other errors quote the calendar file.
    parentPort.postMessage({ error: error instanceof Unreadable ? error.code : 'unreadable' })
  }
}
