import {
  describeStart,
  readEvent,
  readPeriod,
  readStartDay,
  readValues,
  storeFault,
  tryRead,
} from './event.mjs'
import { find, findAll, readParameter } from './file.mjs'
import { expandRule } from './rules.mjs'
import { convertToStart, readDay, readTime, wallIn } from './times.mjs'
import { DAY, dayText, HOUR, toGuess } from './zones.mjs'

/** The most of one event. A calendar has at most 5,000, so that one event alone cannot fill it. */
const MAX_OCCURRENCES = 2_500

/**
 * `spans` are the times that the events occupy, `unread` their faults. An event with a fault occupies the spans that
 * could be read; without a readable start, the whole day on which it begins.
 */
export function expandGroup(group, { from, to, allDay }) {
  const all = group.map(({ event, zones }) => ({ ...readEvent(event, zones), zones }))
  const replacing = all.filter(({ replaces, fault }) => replaces && !fault)
  const spans = []
  for (const one of all) {
    if (!one.start) continue
    try {
      // An event that replaces an occurrence takes its time even if the file lacks the repeating event, and may repeat.
      if (one.replaces) spans.push(...timesOf(one, one.start, one.lengths))
      const others = replacing.filter((other) => other !== one)
      if (!one.replaces || one.repeats) for (const span of series(one, others, from, to)) spans.push(span)
    } catch {
      one.fault = { line: one.event.line, code: 'unreadable' }
      one.start = null
    }
  }
  const unread = []
  for (const one of all) {
    if (!one.fault || hasNoEffect(one, allDay)) continue
    const days = findAll(one.event, 'DTSTART').flatMap(
      (property) => tryRead(one, property, () => readStartDay(property, one.zones)) ?? [],
    )
    if (days.length > 0 && days.every((day) => isOutside(one, day, from, to))) continue
    if (!one.start) for (const { start, end } of days) spans.push({ start, end })
    const day = {
      date: days[0] ? dayText(days[0].day) : null,
      time: null,
      repeats: Boolean(find(one.event, 'RRULE')),
    }
    unread.push({ ...one.fault, ...(one.start ? describeStart(one, one.zones) : day) })
  }
  return { spans, unread }
}

/** It takes no time and replaces no occurrence of another event. */
function hasNoEffect({ event, start, isFree, isCancelled }, allDay) {
  return (start?.isDate && !allDay) || ((isFree || isCancelled) && !find(event, 'RECURRENCE-ID'))
}

/** `start` and `end` bound the day on which it begins. */
function isOutside({ event, fault }, { start, end }, from, to) {
  const rules = findAll(event, 'RRULE')
  const hasEnded = rules.length > 0 && rules.every(({ value }) => isOver(value ?? '', start, from))
  const mayGoOn = fault.code === 'end' || (rules.length > 0 && !hasEnded) || find(event, 'RDATE')
  return start >= to || (end <= from && !mayGoOn)
}

/** By the UNTIL of a rule, even of an unreadable one, two days before `from`. */
function isOver(rule, start, from) {
  const until = readDay(/(?:^|;)\s*UNTIL\s*=\s*(\d{8})/i.exec(rule)?.[1])
  return until !== null && until > start + DAY && until < from - 2 * DAY
}

/** As {@link expandGroup}. */
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
    unread.push({ ...one.fault, date: day && dayText(day.day), time: null, repeats: false })
    return [...found.flat(), ...(day ? [day] : [])]
  })
  return { spans, unread }
}

/**
 * Without occurrences that EXDATE removes or `replacing` replace. RANGE=THISANDFUTURE moves all later occurrences too.
 */
function* series(one, replacing, from, to) {
  const { zones, start } = one
  const taken = [...one.removed, ...replacing.map(({ replaces }) => replaces)]
  const gone = new Map(taken.map((time) => [keyOf(time, start, zones), time.line]))
  const shifts = replacing
    .filter(({ isFuture }) => isFuture)
    .map((by) => ({ by, after: convertToStart(by.replaces, start, zones).instant }))
    .map(({ by, after }) => ({ by, after, moved: by.start.wall - wallIn(by.start.zone, after) }))
    .toSorted((a, b) => a.after - b.after)
  const reaches = shifts.map(({ by, moved }) => Math.abs(moved) + Math.abs(by.lengths.wallLength))
  const reach = Math.max(0, ...reaches)
  for (const [begins, lengths, ...guesses] of occurrences(one, from - reach, to + reach)) {
    const days = gone.size > 0 ? daysOf(begins, zones) : []
    if (gone.has(begins.instant) || (days.length > 0 && days.every((day) => gone.has(day)))) continue
    // Taken off on the day in UTC or on the day in the calendar's zone, which differ: still counts.
    const taken = days.find((day) => gone.has(day))
    if (taken) guesses.push(toGuess(gone.get(taken), 'removed_day', days[1]))
    const shift = shifts.findLast(({ after }) => after <= begins.instant)
    if (!shift) yield* timesOf(one, begins, lengths, guesses)
    else {
      const { by, moved } = shift
      const wall = wallIn(by.start.zone, begins.instant) + moved
      yield* timesOf(by, { ...by.start, wall }, by.lengths)
    }
  }
}

/** Those that EXDATE can name: of a time in UTC also the day in the calendar's zone. */
function daysOf({ zone, wall, instant, isDate }, { here }) {
  return zone.isUtc && !isDate ? [dayText(wall), dayText(wallIn(here, instant))] : [dayText(wall)]
}

/** An EXDATE or RECURRENCE-ID removes this from a series: an instant, or the text of a date. */
function keyOf(time, start, zones) {
  const { wall, instant } = convertToStart(time, start, zones)
  return start.isDate || time.isDate ? dayText(wall) : instant
}

/** [start, lengths, ...guesses], of DTSTART, the rules and RDATE. */
function* occurrences(one, from, to) {
  const { zones, start, lengths, rules, added } = one
  yield [start, lengths]
  const reach = Math.max(Math.abs(lengths.length), Math.abs(lengths.wallLength)) + 2 * DAY
  const [first, last] = [from - reach, to + reach]
  let left = MAX_OCCURRENCES
  for (const rule of rules) {
    const walls = tryRead(one, rule.property, () => expandRule(rule, start, [first, last], left)) ?? []
    left -= walls.length
    for (const wall of walls) {
      if (wall === start.wall) continue
      const begins = { ...start, wall, instant: start.zone.toInstants(wall)[0] }
      const isSure = wall <= rule.sure
      const day = dayText(start.isDate ? wall : wallIn(zones.here, begins.instant))
      yield [begins, lengths, ...(isSure ? [] : [toGuess(rule.property.line, 'until', day)])]
    }
  }
  const extra = added.filter(([{ instant }]) => instant >= first && instant <= last)
  if (extra.length <= left) yield* extra
  else storeFault(one, find(one.event, 'RDATE'), { code: 'often' })
}

/** If its end is before its start, the occurrence takes the time between them. */
function* timesOf(one, begins, { length, wallLength, guess }, more = []) {
  const { zone, wall, isDate } = begins
  const guesses = [...more, zone.guess, guess].filter(Boolean)
  if (zone.either && !isDate) {
    for (const each of zone.either)
      yield* timesOf(one, { ...begins, zone: each }, { length, wallLength }, guesses)
    return
  }
  const about = { isFree: one.isFree, isCancelled: one.isCancelled, isDate, guesses }
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
