// Computes the spans of time that events take.
import { readEvent, readPeriod, readStartDay, readValues, storeFault, tryRead } from './event.mjs'
import { find, findAll, readParameter } from './file.mjs'
import { expandRule } from './rules.mjs'
import { convertToStart, readTime, wallIn } from './times.mjs'
import { DAY, dayText, HOUR } from './zones.mjs'

/**
 * Expands the events of one UID between two instants. Returns `spans`, the times that the events occupy, each {start,
 * end, isFree, isCancelled, isDate}, and `unread`, the faults of the events, each {line, code, date}. An event with a
 * fault occupies the spans that could be read and the whole day on which it begins. It replaces no occurrence of another
 * event.
 */
export function expandGroup(group, { from, to, allDay }) {
  const all = group.map(({ event, zones }) => ({ ...readEvent(event, zones), zones }))
  const replacing = all.filter(({ replaces, fault }) => replaces && !fault)
  const spans = []
  for (const one of all) {
    if (!one.start) continue
    try {
      // An event that replaces an occurrence takes its time even if the file lacks the repeating event.
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

/** True if the faults of an event do not matter: it takes no time and replaces no occurrence of another event. */
function hasNoEffect({ event, start, isFree, isCancelled }, allDay) {
  return (start?.isDate && !allDay) || ((isFree || isCancelled) && !find(event, 'RECURRENCE-ID'))
}

/** True if the event ends before `from` or begins after `to`. `start` and `end` bound the day on which it begins. */
function isOutside({ event, fault }, { start, end }, from, to) {
  const mayGoOn = fault.code === 'end' || find(event, 'RRULE') || find(event, 'RDATE')
  return start >= to || (end <= from && !mayGoOn)
}

/** The periods of a VFREEBUSY, returned as {@link expandGroup} returns those of events. */
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

/**
 * The spans of a repeating event, without occurrences that EXDATE removes or other events (`replacing`) replace. An
 * event with RANGE=THISANDFUTURE also moves all later occurrences.
 */
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

/** The occurrence that an EXDATE or RECURRENCE-ID removes from a series, as an instant, or as the text of a date. */
function keyOf(time, start, zones) {
  const { wall, instant } = convertToStart(time, start, zones)
  return start.isDate || time.isDate ? dayText(wall) : instant
}

/** [start, lengths] of each occurrence: DTSTART, those of the rules between two instants, and all of RDATE. */
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

/** The possible spans of one occurrence. If its end is before its start, the occurrence takes the time between them. */
function* timesOf({ isFree, isCancelled }, { zone, wall, isDate }, { length, wallLength }) {
  const about = { isFree, isCancelled, isDate }
  const later = zone.toInstants(wall + wallLength)
  for (const instant of zone.toInstants(wall)) {
    const ends = isDate ? later : [instant + length, ...later]
    // An all-day event takes at least the day on which it begins, even if its end is before its start.
    const all = [instant, ...ends, ...(isDate && wallLength < 0 ? zone.toInstants(wall + DAY) : [])]
    const [start, end] = [Math.min(...all), Math.max(...all)]
    // An unknown zone is somewhere between 14 hours ahead of UTC and 12 hours behind.
    yield zone.isUnknown
      ? { ...about, start: start - 14 * HOUR, end: end + 12 * HOUR }
      : { ...about, start, end }
  }
}
