import { expect, test } from 'vitest'
import { busyOf, calendar, event, nine, unreadOf, zone } from './calendars/files'

// Calendar files that programs and people really wrote, rebuilt: what each blocks, and which lines settings name.

const hour = ['DTSTART:20261203T000000Z', 'DURATION:PT1H']
const third = '2026-12-03 00:00/01:00'
const weekly = ['2026-12-10 00:00/01:00', '2026-12-17 00:00/01:00']
/** The hour of `hour`, each week until the window's end. */
const endless = (rule: string) => calendar(event(...hour, `RRULE:${rule}`))
const wholeDay = (from: string, until: string) => `2026-12-${from} 11:00/2026-12-${until} 11:00`
const inWellington = '2026-12-02 20:00/20:30'
const inLondon = '2026-12-03 09:00/09:30'

interface Met {
  file: string
  busy: string[]
  unread?: string[]
  /** The last date that `busy` lists. */
  last?: string
}

function expectRead({ file, busy, unread = [], last }: Met) {
  expect(busyOf(file, { last })).toEqual(busy)
  expect(unreadOf(file)).toEqual(unread)
}

const last = '2026-12-18'

test.each<[string, Met]>([
  ['INTERVAL=0', { file: endless('FREQ=WEEKLY;INTERVAL=0'), busy: [third, ...weekly], last }],
  ['an X- part', { file: endless('FREQ=WEEKLY;X-MOON=FULL;X-ODD'), busy: [third, ...weekly], last }],
  [
    'UNTIL long before the start',
    { file: endless('FREQ=WEEKLY;UNTIL=00010101T000000Z'), busy: [third, ...weekly], last },
  ],
  [
    'UNTIL a second before the start',
    { file: endless('FREQ=WEEKLY;UNTIL=20261202T235959Z'), busy: [third, ...weekly], last },
  ],
])('a series with an odd rule blocks all its times, not the first alone: %s', (_, met) => expectRead(met))

test.each(['BYDAY=', 'UNTIL=20270331T120000+1300', 'BYEASTER=1'])(
  'a series with an unreadable rule blocks its first time, and settings say that it repeats: %s',
  (part) => {
    const late = ['DTSTART;TZID=Pacific/Auckland:20260924T090000', 'DURATION:PT30M']
    expectRead({
      file: calendar(event(...late, `RRULE:FREQ=WEEKLY;${part}`)),
      busy: [],
      unread: ['9 rule, 2026-09-24 09:00, repeats'],
    })
    expectRead({
      file: calendar(event('DTSTART;VALUE=DATE:20261208', `RRULE:FREQ=WEEKLY;${part}`)),
      busy: [wholeDay('07', '08')],
      unread: ['8 rule, 2026-12-08, repeats'],
    })
  },
)

test('a series with an unreadable rule is not named once its end is over', () => {
  expectRead({
    file: calendar(
      event('DTSTART:20190101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=;UNTIL=20190601T000000Z'),
    ),
    busy: [],
  })
})

test.each<[string, Met]>([
  [
    'two starts',
    {
      file: calendar(event(...hour, 'DTSTART:20261208T000000Z', 'RRULE:FREQ=WEEKLY')),
      busy: [wholeDay('02', '03'), wholeDay('07', '08')],
      unread: ['9 two_starts, 2026-12-03, repeats'],
    },
  ],
  [
    'an unreadable end',
    {
      file: calendar(event('DTSTART:20261203T000000Z', 'DTEND:later', 'RRULE:FREQ=WEEKLY;COUNT=2')),
      busy: ['2026-12-03 00:00/2026-12-04 00:00', '2026-12-10 00:00/2026-12-11 00:00'],
      unread: ['8 end, 2026-12-03 13:00, repeats'],
    },
  ],
  [
    'an unreadable additional time',
    {
      file: calendar(event(...hour, 'RDATE:20261210T000000Z,soon')),
      busy: [third, weekly[0] ?? ''],
      unread: ['9 added, 2026-12-03 13:00, repeats'],
    },
  ],
])('a fault of a series says what becomes of its later times: %s', (_, met) => expectRead(met))

test.each<[string, Met]>([
  [
    'RRULE and RDATE of a changed time',
    {
      file: calendar(
        event('UID:a', ...hour, 'RRULE:FREQ=WEEKLY;COUNT=2'),
        event(
          ...['UID:a', 'RECURRENCE-ID:20261210T000000Z', 'DTSTART:20261211T030000Z', 'DURATION:PT1H'],
          ...['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20261213T030000Z'],
        ),
      ),
      busy: [third, '2026-12-11 03:00/04:00', '2026-12-13 03:00/04:00', '2026-12-18 03:00/04:00'],
    },
  ],
  [
    'a stray STATUS',
    {
      file: calendar(event('DESCRIPTION:Notes', 'STATUS:CANCELLED', 'moved', ...hour, 'STATUS:CONFIRMED')),
      busy: [third],
    },
  ],
  [
    'a stray TRANSP',
    {
      file: calendar(
        event('TRANSP:TRANSPARENT', ...hour, 'TRANSP:OPAQUE'),
        event('DTSTART:20261204T000000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'),
      ),
      busy: [third],
    },
  ],
  [
    'two ends',
    {
      file: calendar(
        event('DTSTART:20261203T000000Z', 'DTEND:20261203T003000Z', 'DTEND:20261203T010000Z'),
        event('DTSTART:20261204T000000Z', 'DTEND:20261204T003000Z', 'DURATION:PT1H'),
      ),
      busy: [third, '2026-12-04 00:00/01:00'],
      unread: ['9 ends, 2026-12-03 13:00', '16 ends, 2026-12-04 13:00'],
    },
  ],
  [
    'a day of five hours',
    { file: calendar(event('DTSTART;VALUE=DATE:20261208', 'DURATION:PT5H')), busy: [wholeDay('07', '08')] },
  ],
])('no line of an event takes away what another line of it blocks: %s', (_, met) => expectRead(met))

test('a time in UTC that names a zone too is busy in both meanings, and settings say so', () => {
  const both = (name: string, end: string) =>
    event(`DTSTART;TZID=${name}:20261203T090000Z`, `DTEND;TZID=${name}:${end}Z`)
  expectRead({
    file: calendar(both('Pacific/Auckland', '20261203T093000')),
    busy: [inWellington, inLondon],
    unread: ['7 zone_two'],
  })
  expectRead({ file: calendar(both('Etc/UTC', '20261203T093000')), busy: [inLondon] })
})

// 20:00 UTC is 9:00 of the next day in Wellington.
const morning = ['DTSTART:20261202T200000Z', 'DURATION:PT30M']
const mornings = (...nights: number[]) =>
  nights.map((n) => `2026-12-${String(n).padStart(2, '0')} 20:00/20:30`)

test.each<[string, Met]>([
  [
    'EXDATE, weekly',
    {
      file: calendar(event(...morning, 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261209')),
      busy: mornings(2, 9, 16),
      unread: ['10 removed_day, 2026-12-10'],
    },
  ],
  [
    'EXDATE of the day in Wellington',
    {
      file: calendar(event(...morning, 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261210')),
      busy: mornings(2, 9, 16),
      unread: ['10 removed_day, 2026-12-10'],
    },
  ],
  [
    'EXDATE of both days',
    {
      file: calendar(event(...morning, 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261209,20261210')),
      busy: mornings(2, 16),
    },
  ],
  [
    'EXDATE in the afternoon, the same day in UTC',
    {
      file: calendar(event(...hour, 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261210')),
      busy: [third, weekly[1] ?? ''],
    },
  ],
  [
    'RECURRENCE-ID',
    {
      file: calendar(
        event('UID:a', ...morning, 'RRULE:FREQ=WEEKLY;COUNT=2'),
        event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20261210', 'DTSTART:20261211T030000Z', 'DURATION:PT1H'),
      ),
      busy: [...mornings(2, 9), '2026-12-11 03:00/04:00'],
      unread: ['14 removed_day, 2026-12-10'],
    },
  ],
  [
    'UNTIL, in New York',
    {
      file: calendar(
        ['X-WR-TIMEZONE:America/New_York'],
        event('DTSTART:20261203T020000Z', 'DURATION:PT30M', 'RRULE:FREQ=DAILY;UNTIL=20261203'),
      ),
      busy: ['2026-12-03 02:00/02:30', '2026-12-04 02:00/02:30'],
      unread: ['10 until, 2026-12-03'],
    },
  ],
])('a date beside a start in UTC frees no time that is another day there: %s', (_, met) => expectRead(met))

test.each<[string, string[]]>([
  ['New Zealand Standard Time 1', [inWellington]],
  ['NZST', [inWellington]],
  ['NZDT', [inWellington]],
  ['tzone://Microsoft/Utc', [inLondon]],
  ['/freeassociation.example/Utc', [inLondon]],
  ['"(UTC) Coordinated Universal Time"', [inLondon]],
  ['Pacific%2FAuckland', [inWellington]],
])('a founder is busy at the hour of a zone with an odd name, not for a day: %s', (name, busy) =>
  expectRead({ file: calendar(nine(name)), busy }),
)

test.each<[string, Met]>([
  [
    'a name in brackets',
    {
      file: calendar(nine('"(UTC+12:00) Auckland, Wellington"')),
      busy: [inWellington, '2026-12-02 21:00/21:30'],
      unread: ['7 zone_summer'],
    },
  ],
  [
    'a name in brackets without quotes, with a point',
    {
      file: calendar(nine('(GMT-05.00) Eastern')),
      busy: ['2026-12-03 13:00/13:30', '2026-12-03 14:00/14:30'],
      unread: ['7 zone_summer'],
    },
  ],
  [
    'EST, named once for two events',
    {
      file: calendar(nine('EST'), nine('EST')),
      busy: ['2026-12-02 19:00/2026-12-03 21:30'],
      unread: ['7 zone'],
    },
  ],
  ['EST in an event of the past', { file: calendar(event('DTSTART;TZID=EST:20190101T090000')), busy: [] }],
  [
    'an end in an unknown zone',
    {
      file: calendar(event('DTSTART:20261203T000000Z', 'DTEND;TZID=Middle-earth:20261203T003000')),
      busy: ['2026-12-03 00:00/12:30'],
      unread: ['8 zone'],
    },
  ],
  [
    'an EXDATE in an unknown zone',
    {
      file: calendar(event(...hour, 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE;TZID=Middle-earth:20261210T130000')),
      busy: [third, weekly[0] ?? ''],
      unread: ['10 removed, 2026-12-03 13:00, repeats'],
    },
  ],
  [
    'an unknown X-WR-TIMEZONE',
    {
      file: calendar(['X-WR-TIMEZONE:Middle-earth'], event('DTSTART:20261203T090000', 'DURATION:PT30M')),
      busy: ['2026-12-02 19:00/2026-12-03 21:30'],
      unread: ['4 zone'],
    },
  ],
  [
    'an unknown zone beside the zone of another event',
    {
      file: calendar(zone('Ours', '+0530'), nine('Middle-earth'), nine('Ours')),
      busy: ['2026-12-02 19:00/2026-12-03 21:30'],
      unread: ['15 zone'],
    },
  ],
  [
    'the only zone of the file, with another name',
    {
      file: calendar(zone('Customized Time Zone', '+0530'), nine('Ours')),
      busy: ['2026-12-03 03:30/04:00'],
      unread: ['15 zone_only'],
    },
  ],
])('a zone that is guessed is named in the settings: %s', (_, met) => expectRead(met))

test('a zone’s name with an escaped comma is the name that times use', () => {
  const name = 'Suva, Nadi'
  expectRead({
    file: calendar(zone('Suva\\, Nadi', '+0530'), zone('Other', '+0100'), nine(`"${name}"`), nine('Other')),
    busy: ['2026-12-03 03:30/04:00', '2026-12-03 08:00/08:30'],
  })
})

test('all-day events of a calendar in UTC are days of the studio', () => {
  expectRead({
    file: calendar(
      ['X-WR-TIMEZONE:UTC'],
      event('DTSTART;VALUE=DATE:20261208'),
      event('DTSTART;VALUE=DATE:20261209T110000Z'),
      event('DTSTART:20261214T090000', 'DURATION:PT1H'),
    ),
    busy: [wholeDay('07', '08'), wholeDay('09', '10'), '2026-12-14 09:00/10:00'],
  })
})

test.each<[string, Met]>([
  [
    'an end before the start',
    {
      file: calendar(event('DTSTART:20261203T010000Z', 'DTEND:20261203T000000Z')),
      busy: [third],
      unread: ['8 ends, 2026-12-03 14:00'],
    },
  ],
  [
    'an end at a time after a start on a day, and the reverse',
    {
      file: calendar(
        event('DTSTART;VALUE=DATE:20261203', 'DTEND:20261204T110000Z'),
        event('DTSTART:20261208T000000Z', 'DTEND;VALUE=DATE:20261208'),
      ),
      busy: ['2026-12-02 11:00/2026-12-04 11:00', '2026-12-08 00:00/2026-12-09 00:00'],
      unread: ['8 ends, 2026-12-03', '14 ends, 2026-12-08 13:00'],
    },
  ],
  [
    'an end without a zone after a start in UTC',
    {
      file: calendar(event('DTSTART:20261203T000000Z', 'DTEND:20261203T010000')),
      busy: [third],
      unread: ['8 ends, 2026-12-03 13:00'],
    },
  ],
  [
    'a length that no calendar can hold',
    {
      file: calendar(event('DTSTART:20261203T000000Z', 'DURATION:P99999999999D'), event(...hour)),
      busy: [third, '2026-12-03 00:00/2026-12-04 00:00'].slice(1),
      unread: ['8 end, 2026-12-03 13:00'],
    },
  ],
])('an end that is not clear is the latest that it can mean, and settings name it: %s', (_, met) =>
  expectRead(met),
)

const all = (count: number) => Array.from({ length: count }, (_, n) => n).join(',')

test.each<[string, string]>([
  ['each minute', `FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)}`],
  ['each second', `FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`],
  ['SECONDLY', 'FREQ=SECONDLY'],
  ['MINUTELY', 'FREQ=MINUTELY;INTERVAL=15'],
  ['HOURLY', 'FREQ=HOURLY'],
  ['all seconds of one day in 80 years', `FREQ=DAILY;INTERVAL=30000;BYHOUR=${all(24)};BYMINUTE=${all(60)}`],
])('one event with too many times does not hide the rest of a calendar: %s', (name, rule) => {
  const start = ['DTSTART:20261203T000000Z', 'DURATION:PT1M']
  const file = calendar(event(...start, `RRULE:${rule}`), nine('Pacific/Auckland'))
  if (!name.includes('80 years'))
    expectRead({
      file,
      busy: [inWellington, '2026-12-03 00:00/00:01'],
      unread: ['9 often, 2026-12-03 13:00, repeats'],
    })
  else expect(busyOf(file)).toContain(inWellington)
})

test('one event with thousands of additional times does not hide the rest of a calendar', () => {
  const at = (n: number) => new Date(Date.UTC(2026, 11, 3) + n * 3_600_000).toISOString()
  const dates = Array.from({ length: 6_000 }, (_, n) => `${at(n).slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
  expectRead({
    file: calendar(
      event('DTSTART:20261203T000000Z', 'DURATION:PT1M', `RDATE:${dates.join(',')}`),
      nine('Pacific/Auckland'),
    ),
    busy: [inWellington, '2026-12-03 00:00/00:01'],
    unread: ['9 often, 2026-12-03 13:00, repeats'],
  })
})

test('a rule that repeats often on few days, or seldom, blocks all its times', () => {
  const rule = (value: string) =>
    busyOf(calendar(event('DTSTART:20261207T000000Z', 'DURATION:PT1M', `RRULE:${value}`)))
  expect(rule(`FREQ=WEEKLY;BYHOUR=${all(8)};BYMINUTE=0,30`)).toHaveLength(16 * 56)
  expect(rule('FREQ=HOURLY;COUNT=30')).toHaveLength(30)
  expect(rule('FREQ=MINUTELY;UNTIL=20261207T000500Z')).toHaveLength(1)
  expect(rule('FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0')).toHaveLength(388)
})

test('busy times less than 15 minutes apart count as one of the 5,000', () => {
  const rule = `RRULE:FREQ=DAILY;BYHOUR=0,5,10,15,20`
  const daily = (minute: number) => {
    const time = `T00${String(minute).padStart(2, '0')}00Z`
    return event(`DTSTART:20261203${time}`, 'DURATION:PT1M', rule)
  }
  const found = busyOf(calendar(daily(0), daily(10), daily(20)))
  expect(found).toHaveLength(391 * 5)
  expect(found.slice(0, 2)).toEqual(['2026-12-03 00:00/00:21', '2026-12-03 05:00/05:21'])
  expect(busyOf(calendar(daily(0), daily(20), daily(40)))).toBe('many')
})
