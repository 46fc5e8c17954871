// Computes the occurrences of a rule (RRULE) as wall clocks, which rrule-temporal takes for times in UTC.
import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { readUntil } from './times.mjs'
import { Unreadable } from './unreadable.mjs'
import { wallText } from './zones.mjs'

/** The most periods of a rule, such as days or weeks: a daily rule can run for 270 years. */
const MAX_PERIODS = 100_000
const PARTS =
  /^(FREQ|UNTIL|COUNT|INTERVAL|BY(SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS)|WKST|RSCALE|SKIP)=/

/** The wall clocks of a rule's occurrences between the wall clocks `from` and `to`. Throws `Unreadable`. */
export function expandRule(rule, start, zones, [from, to]) {
  const rruleString = `DTSTART:${compact(start.wall)}Z\nRRULE:${ruleText(rule, start, zones)}`
  try {
    return new RRuleTemporal({ rruleString, maxIterations: MAX_PERIODS })
      .between(new Date(from), new Date(to), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
  } catch {
    throw new Unreadable('rule')
  }
}

/** Throws `Unreadable` for an invalid rule. */
export const checkRule = (rule, start, zones) => void ruleText(rule, start, zones)

/** The rule for rrule-temporal, with UNTIL as a wall clock. Throws for unknown parts: rrule-temporal ignores them. */
function ruleText(rule, start, zones) {
  const parts = (rule ?? '').replaceAll(/\s/g, '').toUpperCase().split(';').filter(Boolean)
  if (!isStrict(parts)) throw new Unreadable('rule')
  const until = parts.find((part) => part.startsWith('UNTIL='))
  if (!until) return parts.join(';')
  const last = readUntil(until.slice('UNTIL='.length), start, zones)
  return [...parts.filter((part) => part !== until), `UNTIL=${compact(last)}Z`].join(';')
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
