// Computes the times of rules from standard input, in its own process because rrule.js can hang.
// Prints one JSON line for each rule, in minutes: by scripts/read-calendar.mjs (`ours`) or by
// rrule.js (`theirs`).
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { readCalendar } from '../../../scripts/read-calendar.mjs'

const { rrulestr } = createRequire(import.meta.url)('rrule')

const { who, now, rules } = JSON.parse(await text(process.stdin))
const minutes = (ms) => ms / 60_000
const [from, to] = [now - 86_400_000, now + 399 * 86_400_000]

for (const { start, rule } of rules) {
  console.log(JSON.stringify(who === 'ours' ? ours(start, rule) : theirs(start, rule)))
}

function ours(start, rule) {
  const event = [
    'BEGIN:VEVENT',
    'UID:one',
    `DTSTART:${start}`,
    'DURATION:PT1M',
    `RRULE:${rule}`,
    'END:VEVENT',
  ]
  const file = ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n')
  const options = { now, zone: 'UTC', ownHost: 'studio.example', allDay: true }
  return readCalendar(file, options).busy.map(([begins]) => minutes(begins))
}

function theirs(start, rule) {
  const set = rrulestr(`DTSTART:${start}\nRRULE:${rule}`)
  const times = set.between(new Date(from), new Date(to), true).map((at) => minutes(at.getTime()))
  return times.toSorted((a, b) => a - b)
}
