import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { site } from '@/lib/content/studio'
import { busyOf, calendar, event, nine, zone } from './calendars/files'

/** A calendar file that we wrote after a provider's documentation and its users' examples. */
const provided = (name: string) =>
  readFileSync(`tests/unit/calendars/${name}.ics`, 'utf8').replaceAll('\n', '\r\n')

test.each([
  [
    'google',
    [
      '2026-11-30 20:00/21:00',
      '2026-12-03 21:00/21:30',
      '2026-12-16 00:00/01:00', // moved from the 15th
      '2026-12-21 20:00/21:00',
      '2026-12-25 11:00/2026-12-27 11:00',
    ],
  ],
  [
    'outlook',
    [
      '2026-12-01 01:00/02:00',
      '2026-12-02 01:00/02:00',
      '2026-12-03 01:00/02:00',
      '2026-12-06 21:00/21:30',
      '2026-12-23 11:00/2026-12-24 11:00',
    ],
  ],
  ['apple', ['2026-12-06 19:00/19:30', '2026-12-09 05:00/06:00', '2027-01-03 19:00/19:30']],
  [
    'fastmail',
    [
      '2026-11-30 18:30/19:15',
      '2026-12-07 18:30/19:15',
      '2026-12-09 18:30/19:15',
      '2026-12-28 11:00/2026-12-31 11:00',
    ],
  ],
  [
    'nextcloud',
    [
      '2026-12-01 20:00/21:00',
      '2026-12-03 00:00/00:30',
      '2026-12-04 00:00/00:30',
      '2026-12-05 00:00/00:30',
      '2026-12-06 00:00/02:00',
      '2026-12-07 00:00/01:00',
      '2026-12-08 20:00/21:00',
      '2026-12-15 19:00/19:30',
      '2026-12-22 19:00/19:30',
    ],
  ],
])('a file of %s blocks exactly the hours that its owner sees there', (name, busy) => {
  const found = busyOf(provided(name), { last: name === 'nextcloud' ? '2026-12-25' : undefined })
  expect(found).toEqual(busy)
})

test('all-day events block times only if the founder says so', () => {
  const timed = event('DTSTART:20261203T000000Z', 'DTEND:20261203T003000Z')
  const file = calendar(event('DTSTART;VALUE=DATE:20261201'), timed)
  expect(busyOf(file)).toEqual(['2026-11-30 11:00/2026-12-01 11:00', '2026-12-03 00:00/00:30'])
  expect(busyOf(file, { allDay: false })).toEqual(['2026-12-03 00:00/00:30'])
})

test('the studio’s calls in a founder’s calendar block no time, so that they can be moved nearby', () => {
  const lines = ['DTSTART:20261203T000000Z', 'DTEND:20261203T003000Z']
  const host = new URL(site.url).host
  expect(busyOf(calendar(event(`UID:5b1c@${host}`, ...lines)))).toEqual([])
  expect(busyOf(calendar(event(`UID:5b1c@not-${host}`, ...lines)))).toHaveLength(1)
})

test('an hour that the clocks skip or repeat is busy in both readings', () => {
  const at = (time: string, end: string, ...more: string[]) =>
    event(`DTSTART;TZID=Pacific/Auckland:${time}`, `DTEND;TZID=Pacific/Auckland:${end}`, ...more)
  // On 4 April 2027 the clocks go back from 3:00 to 2:00; on 26 September they go from 2:00 to 3:00.
  expect(busyOf(calendar(at('20270404T023000', '20270404T024500')))).toEqual([
    '2027-04-03 13:30/14:45', // from its first start to its second end
  ])
  expect(busyOf(calendar(at('20270926T023000', '20270926T024500')))).toEqual(['2027-09-25 14:30/14:45'])
  const nightly = at('20270924T230000', '20270925T060000', 'RRULE:FREQ=DAILY;COUNT=3')
  expect(busyOf(calendar(nightly))).toEqual([
    '2027-09-24 11:00/18:00',
    '2027-09-25 11:00/18:00', // seven hours long, or until six on the wall clock
    '2027-09-26 10:00/17:00',
  ])
})

test('a daily event keeps its local time when the clocks change', () => {
  const daily = event(
    'DTSTART;TZID=Pacific/Auckland:20270401T090000',
    'DTEND;TZID=Pacific/Auckland:20270401T093000',
    'RRULE:FREQ=DAILY;UNTIL=20270404T210000Z',
  )
  expect(busyOf(calendar(daily))).toEqual([
    '2027-03-31 20:00/20:30',
    '2027-04-01 20:00/20:30',
    '2027-04-02 20:00/20:30',
    '2027-04-03 21:00/21:30',
    '2027-04-04 21:00/21:30',
  ])
})

test.each([
  ['a Windows name', calendar(nine('New Zealand Standard Time')), '2026-12-02 20:00/20:30'],
  ['a quoted name', calendar(nine('"Pacific/Auckland"')), '2026-12-02 20:00/20:30'],
  ['BST with a VTIMEZONE', calendar(zone('BST', '+0100'), nine('BST')), '2026-12-03 08:00/08:30'],
  ['a name of its own', calendar(zone('Our office', '+0530'), nine('Our office')), '2026-12-03 03:30/04:00'],
  ['an unknown zone', calendar(nine('Middle-earth')), '2026-12-02 19:00/2026-12-03 21:30'],
  ['BST without a VTIMEZONE', calendar(nine('BST')), '2026-12-02 19:00/2026-12-03 21:30'],
])('a doubtful zone frees no busy hour: %s', (_, file, busy) => {
  expect(busyOf(file)).toEqual([busy])
})

test('odd events block too much rather than too little: with no end, or an end before the start', () => {
  const file = calendar(
    event('DTSTART:20261203T100000Z', 'DTEND:20261203T090000Z'),
    event('DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261205'),
    event('DTSTART:20261207T100000Z'),
    event('UID:lone', 'RECURRENCE-ID:20261208T100000Z', 'DTSTART:20261209T100000Z', 'DURATION:PT1H'),
    // The rule repeats on Tuesdays, but the event starts on a Thursday.
    event('DTSTART:20261210T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215T100000Z'),
  )
  expect(busyOf(file)).toEqual([
    '2026-12-03 09:00/10:00',
    '2026-12-04 11:00/2026-12-05 11:00',
    '2026-12-09 10:00/11:00',
    '2026-12-10 10:00/11:00',
    '2026-12-15 10:00/11:00',
  ])
})

test('an event with a rule in another calendar system blocks that system’s days', () => {
  const file = calendar(event('DTSTART:20200919T000000Z', 'DURATION:PT1H', 'RRULE:RSCALE=HEBREW;FREQ=YEARLY'))
  // The Hebrew New Year.
  expect(busyOf(file)).toEqual(['2027-10-02 00:00/01:00'])
})

const whole = calendar(event('DTSTART:20261203T000000Z', 'DTEND:20261203T003000Z'))

test('a byte-order mark, bare line ends and two calendars in one file hide no event', () => {
  const busy = ['2026-12-03 00:00/00:30']
  expect(busyOf(`\uFEFF${whole}`)).toEqual(busy)
  expect(busyOf(whole.replaceAll('\r\n', '\n'))).toEqual(busy)
  expect(busyOf(calendar() + whole)).toEqual(busy)
})

test.each([
  ['an error page', '<!doctype html><title>Sign in</title>', 'not_calendar'],
  ['nothing', '', 'not_calendar'],
  ['an address book', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n', 'not_calendar'],
  ['a file that breaks off', whole.slice(0, -20), 'unfinished'],
  ['a file without its middle', whole.replace('END:VEVENT\r\n', ''), 'unreadable'],
  ['one that breaks off in a second calendar', `${whole}BEGIN:VCALENDAR\r\nVERSION:2.0\r\n`, 'unfinished'],
  ['an event that ends twice', whole.replace('END:VEVENT', 'END:VEVENT\r\nEND:VEVENT'), 'unreadable'],
])('an unreadable file is a failure, not a free day: %s', (_, file, code) => {
  expect(busyOf(file)).toBe(code)
})
