// Expands events to the spans of time that they take.
import { readEvent, readPeriod, readStartDay, readValues, storeFault, tryRead } from './event.mjs'
import { find, findAll, readParameter } from './file.mjs'
import { expandRule } from './rules.mjs'
import { convertToStart, readTime, wallIn } from './times.mjs'
import { DAY, dayText, HOUR } from './zones.mjs'

/**
 * The spans of the events of one UID between two instants, {start, end, isFree, isCancelled, isDate}, and the faults of
 * these events, {line, code, date}. An event with a fault takes its readable spans and the whole day of its start, and
 * frees no time of another event.
 */
export function expandGroup(group, { from, to, allDay }) {
  const all = group.map(({ event, zones }) => ({ ...readEvent(event, zones), zones }))
  const replacing = all.filter(({ replaces, fault }) => replaces && !fault)
  const spans = []
  for (const one of all) {
    if (!one.start) continue
    try {
      // An event that replaces an occurrence takes its own time, also without the event that it changes.
      const found = one.replaces ? timesOf(one, one.start, one.lengths) : series(one, replacing, from, to)
      for (const span of found) spans.push(span)
    } catch (error) {
      storeFault(one, one.event, error)
    }
  }
  const unread = []
  for (const one of all) {
    if (!one.fault || hasNoEffect(one, allDay)) continue
    const days = findAll(one.event, 'DTSTART').flatMap(
      (property) => tryRead(one, property, () => readStartDay(property, one.zones)) ?? [],
    )
    if (days.length > 0 && days.every((day) => isOutside(one, day, from, to))) continue
    for (const { start, end } of days) spans.push({ start, end })
    unread.push({ ...one.fault, date: days[0] ? dayText(days[0].day) : null })
  }
  return { spans, unread }
}

/** True if an event takes no time, and frees no time of another event. */
function hasNoEffect({ event, start, isFree, isCancelled }, allDay) {
  return (start?.isDate && !allDay) || ((isFree || isCancelled) && !find(event, 'RECURRENCE-ID'))
}

/** True if an event that begins on this day is over before `from`, or begins after `to`. */
function isOutside({ event, fault }, { start, end }, from, to) {
  const mayGoOn = fault.code === 'end' || find(event, 'RRULE') || find(event, 'RDATE')
  return start >= to || (end <= from && !mayGoOn)
}

/** The periods of a VFREEBUSY, in the shape of {@link expandGroup}. */
export function expandFreeBusy(event, zones) {
  const unread = []
  const spans = findAll(event, 'FREEBUSY').flatMap((property) => {
    const isFree = readParameter(property, 'FBTYPE')?.toUpperCase() === 'FREE'
    const one = { event: { ...event, properties: [property] }, fault: null, isFree, isCancelled: false }
    const found = readValues(one, 'FREEBUSY', (value) => {
      const [first, last = ''] = value.split('/')
      const begins = readTime(first, property, zones)
      return [...timesOf(one, begins, readPeriod(begins, last, property, zones))]
    })
    if (!one.fault || isFree) return found.flat()
    const day = readStartDay(property, zones)
    unread.push({ ...one.fault, date: day && dayText(day.day) })
    return [...found.flat(), ...(day ? [day] : [])]
  })
  return { spans, unread }
}

/** The times of a repeating event. An event with RANGE=THISANDFUTURE changes its time and the later ones. */
function* series(one, replacing, from, to) {
  const { zones, start } = one
  const taken = [...one.removed, ...replacing.map(({ replaces }) => replaces)]
  const gone = new Set(taken.map((time) => keyOf(time, start, zones)))
  const shifts = replacing
    .filter(({ isFuture }) => isFuture)
    .map((by) => ({ by, after: convertToStart(by.replaces, start, zones).instant }))
    .map(({ by, after }) => ({ by, after, moved: by.start.wall - wallIn(by.start.zone, after) }))
    .toSorted((a, b) => a.after - b.after)
  const reaches = shifts.map(({ by, moved }) => Math.abs(moved) + Math.abs(by.lengths.wallLength))
  const reach = Math.max(0, ...reaches)
  for (const [begins, lengths] of occurrences(one, from - reach, to + reach)) {
    if (gone.has(begins.instant) || gone.has(dayText(begins.wall))) continue
    const shift = shifts.findLast(({ after }) => after <= begins.instant)
    if (!shift) yield* timesOf(one, begins, lengths)
    else {
      const { by, moved } = shift
      const wall = wallIn(by.start.zone, begins.instant) + moved
      yield* timesOf(by, { ...by.start, wall }, by.lengths)
    }
  }
}

/** The key of the time that an EXDATE or RECURRENCE-ID removes from a series: an instant or a whole day. */
function keyOf(time, start, zones) {
  const { wall, instant } = convertToStart(time, start, zones)
  return start.isDate || time.isDate ? dayText(wall) : instant
}

/** The starts of a repeating event between two instants: DTSTART always, its rules, its RDATEs. */
function* occurrences(one, from, to) {
  const { zones, start, lengths, rules, added } = one
  yield [start, lengths]
  const reach = Math.max(Math.abs(lengths.length), Math.abs(lengths.wallLength)) + 2 * DAY
  for (const rule of rules) {
    const between = [from - reach, to + reach]
    const walls = tryRead(one, rule, () => expandRule(rule.value, start, zones, between)) ?? []
    for (const wall of walls)
      if (wall !== start.wall) yield [{ ...start, wall, instant: start.zone.toInstants(wall)[0] }, lengths]
  }
  yield* added
}

/** The possible spans of one occurrence. If it ends before its start, it takes the time between. */
function* timesOf({ isFree, isCancelled }, { zone, wall, isDate }, { length, wallLength }) {
  const about = { isFree, isCancelled, isDate }
  const later = zone.toInstants(wall + wallLength)
  for (const instant of zone.toInstants(wall)) {
    const ends = isDate ? later : [instant + length, ...later]
    // An all-day event takes its whole day, even if it ends before its start.
    const all = [instant, ...ends, ...(isDate && wallLength < 0 ? zone.toInstants(wall + DAY) : [])]
    const [start, end] = [Math.min(...all), Math.max(...all)]
    // Zones are at most 14 hours ahead of UTC and 12 behind.
    yield zone.isUnknown
      ? { ...about, start: start - 14 * HOUR, end: end + 12 * HOUR }
      : { ...about, start, end }
  }
}
