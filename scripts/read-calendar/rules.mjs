// RRULE as wall clocks, which rrule-temporal takes for times in UTC.
import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { readUntil } from './times.mjs'
import { Unreadable } from './unreadable.mjs'
import { DAY, wallText } from './zones.mjs'

/** The most periods of a rule, such as days or weeks: a daily rule can run for 270 years. */
const MAX_PERIODS = 100_000
const PARTS =
  /^(FREQ|UNTIL|COUNT|INTERVAL|BY(SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS)|WKST|RSCALE|SKIP)=/

/** Between the wall clocks `from` and `to`. Throws `Unreadable`, for more than `max` occurrences too. */
export function expandRule({ parts, last }, start, [from, to], max) {
  const [first, end] = [Math.max(from, start.wall), Math.min(to, last)]
  if (end < first) return []
  if (estimateCount(new Map(parts.map((part) => part.split('='))), (end - first) / DAY) > max)
    throw new Unreadable('often')
  const until = Number.isFinite(last) ? [`UNTIL=${compact(last)}Z`] : []
  const rruleString = `DTSTART:${compact(start.wall)}Z\nRRULE:${[...parts, ...until].join(';')}`
  try {
    return new RRuleTemporal({ rruleString, maxIterations: MAX_PERIODS })
      .between(new Date(from), new Date(to), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
  } catch {
    throw new Unreadable('rule')
  }
}

/**
 * UNTIL apart: the last wall clock that it allows for `sure`, and the `last` that it can mean. Throws `Unreadable` for
 * unknown parts, because rrule-temporal ignores them.
 */
export function readRule(rule, start, zones) {
  const written = (rule ?? '').replaceAll(/\s/g, '').toUpperCase().split(';').filter(Boolean)
  const parts = written.filter((part) => !/^X-[A-Z\d-]+(=|$)|^INTERVAL=0+$/.test(part))
  if (!isStrict(parts)) throw new Unreadable('rule')
  const until = parts.find((part) => part.startsWith('UNTIL='))
  const [sure, last] = until ? readUntil(until.slice('UNTIL='.length), start, zones) : []
  const rest = parts.filter((part) => part !== until)
  // Outlook.com writes an UNTIL before the start for a series without an end.
  return until && last >= start.wall
    ? { parts: rest, sure, last }
    : { parts: rest, sure: Infinity, last: Infinity }
}

/** Computing them could take for ever. */
function estimateCount(parts, days) {
  const [freq, interval] = [parts.get('FREQ'), Number(parts.get('INTERVAL') ?? 1)]
  const listed = (name) => parts.get(name)?.split(',').length
  const perDay = (name, all, ...frequencies) =>
    listed(name) ?? (frequencies.includes(freq) ? all / (freq === frequencies[0] ? interval : 1) : 1)
  const times =
    perDay('BYHOUR', 24, 'HOURLY', 'MINUTELY', 'SECONDLY') *
    perDay('BYMINUTE', 60, 'MINUTELY', 'SECONDLY') *
    perDay('BYSECOND', 60, 'SECONDLY')
  const lists = Object.entries({ BYDAY: 7, BYMONTHDAY: 28, BYYEARDAY: 365, BYWEEKNO: 52 })
  const share = ([name, all]) => Math.min(1, (listed(name) ?? all) / all)
  const every = { DAILY: interval, WEEKLY: 7 * interval, MONTHLY: 28, YEARLY: 28 }[freq] ?? 1
  const listedDays = [...lists, ['BYMONTH', 12]].reduce((product, list) => product * share(list), days)
  const found = Math.ceil(lists.some(([name]) => parts.has(name)) ? listedDays : listedDays / every)
  return Math.min(found * times, Number(parts.get('COUNT') ?? Infinity))
}

function isStrict(parts) {
  const names = parts.map((part) => part.split('=')[0])
  if (new Set(names).size < names.length || !parts.every((part) => PARTS.test(part))) return false
  if (parts.some((part) => /^(COUNT|INTERVAL)=0*(-|$)/.test(part))) return false
  try {
    return Boolean(ICAL.Recur.fromString(parts.join(';').replaceAll(/(\d)L\b/g, '$1')).freq)
  } catch {
    return false
  }
}

/** '20261201T090000' */
const compact = (wall) => wallText(wall).replaceAll(/[-:]/g, '')
