import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dateAt, timeAt } from '@/lib/dates'
import { busyOf, calendar, event, nine, unreadOf, zone } from './calendars/files'

const hour = ['DTSTART:20261203T000000Z', 'DTEND:20261203T010000Z']
const [third, fourth] = ['2026-12-03 00:00/01:00', '2026-12-04 00:00/01:00']
/** The busy range of whole days in Wellington: December 2026, from `first` to the day before `end`. */
const days = (first: number, end: number) => {
  const [from, until] = [first, end].map((day) => `${addDays('2026-11-30', day - 1)} 11:00`)
  return `${from}/${until}`
}
const inWellington = '2026-12-02 20:00/20:30'

test.each<[name: string, file: string, busy: string[]]>([
  [
    'an UNTIL of a weekly rule that is the last day’s midnight in UTC, as Exchange writes it',
    calendar(event('DTSTART;VALUE=DATE:20261222', 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261223T110000Z')),
    [days(22, 23), days(24, 25)],
  ],
  [
    'an all-day series without one day, written in UTC',
    calendar(
      event('DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261202T110000Z'),
      event('DTSTART;VALUE=DATE:20261211', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261213T000000Z'),
    ),
    [days(1, 3), days(4, 5), days(11, 13), days(14, 15)],
  ],
  [
    'a moved time of a timed series: RECURRENCE-ID of a day',
    calendar(
      event('UID:a', ...hour, 'RRULE:FREQ=WEEKLY;COUNT=3'),
      event('UID:a', 'RECURRENCE-ID:20261210', 'DTSTART:20261211T030000Z', 'DURATION:PT1H'),
    ),
    [third, '2026-12-11 03:00/04:00', '2026-12-17 00:00/01:00'],
  ],
  [
    'VFREEBUSY alone',
    calendar([
      ...['BEGIN:VFREEBUSY', 'FREEBUSY;FBTYPE=BUSY:20261203T000000Z/20261203T010000Z,20261204T000000Z/PT1H'],
      'FREEBUSY;FBTYPE=FREE:20261205T000000Z/PT1H',
      ...['FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261206T000000Z/PT1H', 'FREEBUSY:20261207T000000Z/PT1H'],
      'END:VFREEBUSY',
    ]),
    [third, fourth, '2026-12-06 00:00/01:00', '2026-12-07 00:00/01:00'],
  ],
  ['a blank after BEGIN:VEVENT', calendar(event(...hour)).replace('BEGIN:VEVENT', 'BEGIN:VEVENT '), [third]],
  ['a lowercase begin', calendar(event(...hour)).replace('BEGIN:VEVENT', 'begin:vevent'), [third]],
  [
    'days without VALUE=DATE',
    calendar(
      event('UID:a', 'DTSTART:20261208', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261209'),
      event('UID:a', 'RECURRENCE-ID:20261210', 'DTSTART:20261215'),
    ),
    [days(8, 9), days(11, 12), days(15, 16)],
  ],
  ['VALUE=DATE with a time', calendar(event('DTSTART;VALUE=DATE:20261208T000000')), [days(8, 9)]],
  [
    'an empty EXDATE, blanks in a rule',
    calendar(
      event('DTSTART:20261203T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=TH, FR;COUNT=2', 'EXDATE:'),
    ),
    [third, fourth],
  ],
  [
    'a property without a colon, a text with bare line breaks, a text after the end',
    `${calendar(event('X-ODD', 'DESCRIPTION:Bring', 'Begin: Monday', '', 'the kelp', ...hour, 'X-ODD;A=B'))}\r\n<!-- 12 ms -->\r\n`,
    [third],
  ],
  ['the zone NZ', calendar(nine('NZ')), [inWellington]],
  ['the zone "UTC+02:00"', calendar(nine('"UTC+02:00"')), ['2026-12-03 07:00/07:30']],
  ['the zone UTC+02:00', calendar(nine('UTC+02:00')), ['2026-12-03 07:00/07:30']],
  ['the zone GMT+0100', calendar(nine('GMT+0100')), ['2026-12-03 08:00/08:30']],
  [
    'a zone with a prefix',
    calendar(nine('/freeassociation.example/Tzfile/Pacific/Auckland')),
    [inWellington],
  ],
  [
    'a zone of three parts with a prefix',
    calendar(nine('/mozilla.org/20070129_1/America/Argentina/Buenos_Aires')),
    ['2026-12-03 12:00/12:30'],
  ],
  [
    'times without a zone in a calendar of Berlin',
    calendar(['X-WR-TIMEZONE:Europe/Berlin'], event('DTSTART:20261203T090000', 'DTEND:20261203T093000')),
    ['2026-12-03 08:00/08:30'],
  ],
  [
    'an end without a zone, in the zone of its start',
    calendar(event('DTSTART;TZID=Europe/Berlin:20261203T090000', 'DTEND:20261203T093000')),
    ['2026-12-03 08:00/08:30'],
  ],
  [
    'work elsewhere',
    calendar(
      event(...hour, 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'),
      event('DTSTART:20261204T000000Z', 'DURATION:PT1H'),
    ),
    [fourth],
  ],
])('a founder is busy when their calendar says so: %s', (_, file, busy) => {
  expect(busyOf(file)).toEqual(busy)
  expect(unreadOf(file)).toEqual([])
})

const half = ['DTSTART:20261208T030000Z', 'DTEND:20261208T033000Z']
const day = days(8, 9)
const start = '2026-12-08 03:00/03:30'

test.each<[name: string, lines: string[], busy: string[], unread: string]>([
  ['no start', ['DTEND:20261208T033000Z'], [], '4 no_start'],
  ['31 February', ['DTSTART;VALUE=DATE:20270231'], [], '7 start'],
  ['an hour 25', ['DTSTART;TZID=NZ:20261208T250000'], [day], '7 start, 2026-12-08'],
  ['a second start', [...half, 'DTSTART:20261211T030000Z'], [day, days(11, 12)], '9 two_starts, 2026-12-08'],
  [
    'an unreadable end',
    ['DTSTART:20261208T030000Z', 'DTEND:later'],
    [`2026-12-08 03:00/2026-12-09 03:00`],
    '8 end, 2026-12-08 16:00',
  ],
  ['an empty end', ['DTSTART;VALUE=DATE:20261208', 'DTEND:'], [day], '8 end, 2026-12-08'],
  ['an unreadable duration', ['DTSTART;VALUE=DATE:20261208', 'DURATION:1 hour'], [day], '8 end, 2026-12-08'],
  ...[
    ...[
      'FREQ=DAILY;COUNT=x',
      'FREQ=DAILY;COUNT=0',
      'FREQ=DAILY;INTERVAL=-1',
      'FREQ=DAILY;BYHOUR=99',
      'COUNT=3',
    ],
    ...['FREQ=SOMETIMES', 'FREQ=DAILY;UNTIL=soon', 'FREQ=DAILY;BYEASTER=1', 'D1 20261224T000000'],
  ].map((rule): [string, string[], string[], string] => {
    return [`the rule ${rule}`, [...half, `RRULE:${rule}`], [start], '9 rule, 2026-12-08 16:00, repeats']
  }),
  ['a rule without a colon', [...half, 'RRULE FREQ=DAILY'], [start], '9 rule, 2026-12-08 16:00, repeats'],
  [
    'an unreadable excluded day',
    [...half, 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20261215T030000Z,the 15th'],
    [start],
    '10 removed, 2026-12-08 16:00, repeats',
  ],
  [
    'an unreadable additional day',
    [...half, 'RDATE:the 15th,20261216T030000Z'],
    [start, '2026-12-16 03:00/03:30'],
    '9 added, 2026-12-08 16:00, repeats',
  ],
  [
    'an unreadable RECURRENCE-ID',
    [...half, 'RECURRENCE-ID:the 8th'],
    [start],
    '9 replaced, 2026-12-08 16:00',
  ],
])(
  'an unreadable event is busy at its start or on its day, and the list names its line: %s',
  (_, lines, busy, unread) => {
    const file = calendar(event(...lines), event(...hour))
    expect(busyOf(file)).toEqual([third, ...busy].toSorted())
    expect(unreadOf(file)).toEqual([unread])
  },
)

test.each<[name: string, lines: string[], busy: string[], unread: string]>([
  [
    'a date added to times counts all day',
    [...hour, 'RDATE;VALUE=DATE:20261208'],
    [third, days(8, 9)],
    '9 ends, 2026-12-08',
  ],
  [
    'a time added to days counts for 24 hours',
    ['DTSTART;VALUE=DATE:20261203', 'RDATE:20261208T000000Z'],
    [days(3, 4), '2026-12-08 00:00/2026-12-09 00:00'],
    '8 ends, 2026-12-08 13:00',
  ],
  [
    'an added period that ends before it begins counts between',
    [...hour, 'RDATE;VALUE=PERIOD:20261208T010000Z/20261208T000000Z'],
    [third, '2026-12-08 00:00/01:00'],
    '9 ends, 2026-12-08 14:00',
  ],
])('settings name a guess of how long an added time takes: %s', (_, lines, busy, unread) => {
  const file = calendar(event(...lines))
  expect([busyOf(file), unreadOf(file)]).toEqual([busy, [unread]])
})

test('settings name a period of free and busy times that ends before it begins', () => {
  const period = ['BEGIN:VFREEBUSY', 'FREEBUSY:20261203T010000Z/20261203T000000Z', 'END:VFREEBUSY']
  expect([busyOf(calendar(period)), unreadOf(calendar(period))]).toEqual([
    [third],
    ['5 ends, 2026-12-03 14:00'],
  ])
})

test('the list of unreadable events omits free, cancelled, ended and uncounted all-day ones', () => {
  const odd = 'RRULE:FREQ=SOMETIMES'
  expect(
    unreadOf(calendar(event(...half, odd, 'TRANSP:TRANSPARENT'), event(...half, odd, 'STATUS:CANCELLED'))),
  ).toEqual([])
  const past = ['DTSTART:20191208T000000Z', 'DURATION:PT1H']
  expect(unreadOf(calendar(event(...past, 'DTSTART:20191209T000000Z')))).toEqual([])
  expect(unreadOf(calendar(event(...past, odd)))).toEqual(['9 rule, 2019-12-08 13:00, repeats'])
  const allDay = calendar(event('DTSTART;VALUE=DATE:20261208', odd))
  expect(unreadOf(allDay)).toEqual(['8 rule, 2026-12-08, repeats'])
  expect([unreadOf(allDay, { allDay: false }), busyOf(allDay, { allDay: false })]).toEqual([[], []])
})

test('the list names an unknown part of a calendar, but no tasks, notes or alarms', () => {
  const part = (name: string, ...lines: string[]) => [`BEGIN:${name}`, ...lines, `END:${name}`]
  const silent = [
    part('VTODO', ...half),
    part('VJOURNAL', ...half),
    event(...hour, ...part('VALARM', 'TRIGGER:-PT5M')),
  ]
  expect([busyOf(calendar(...silent)), unreadOf(calendar(...silent))]).toEqual([[third], []])
  const file = calendar(
    part('VAVAILABILITY', ...part('AVAILABLE', ...half)),
    event(...hour),
    part('VEVENTS', ...half),
  )
  expect([busyOf(file), unreadOf(file)]).toEqual([[third], ['4 component', '16 component']])
})

test('an event with a broken time zone blocks its time in every zone, and the list names the zone’s line', () => {
  const daily = zone('Ours', '+1200').toSpliced(6, 0, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
  const never = zone('Ours', '+1200').toSpliced(6, 0, 'RRULE:FREQ=YEARLY;BYDAY=never')
  for (const broken of [daily, never, zone('Ours', 'twelve'), zone('Ours', '+1200').toSpliced(2, 5)]) {
    const file = calendar(broken, nine('Ours'))
    expect(busyOf(file)).toEqual(['2026-12-02 19:00/2026-12-03 21:30'])
    expect(unreadOf(file)).toEqual(['4 zone'])
  }
})

test('a broken period of VFREEBUSY blocks its whole day, and the list names its line', () => {
  const file = calendar([
    'BEGIN:VFREEBUSY',
    'FREEBUSY:20261203T000000Z/PT1H',
    'FREEBUSY:20261208T030000Z/later',
    'END:VFREEBUSY',
  ])
  expect([busyOf(file), unreadOf(file)]).toEqual([[third, day], ['6 time, 2026-12-08']])
})

test('the list’s line numbers count the lines of the file, folded ones too', () => {
  const file = calendar(
    event('DESCRIPTION:a', ' b', '', ' c', 'DTSTART;VALUE=', ' DATE:20261208', 'RRULE:FREQ', ' =SOMETIMES'),
  )
  expect(unreadOf(file)).toEqual(['13 rule, 2026-12-08, repeats'])
})

// Programs write the same event in different ways. All of them must block the same times, in every
// zone and season.
const places = ['Pacific/Auckland', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata']
const beginnings = [
  ['summer', '2026-12-07'],
  ['winter', '2027-07-05'],
  ['the night when Wellington’s clocks go back', '2027-04-02'],
  ['the night when Wellington’s clocks go on', '2027-09-24'],
  ['the nights when clocks abroad change', '2027-10-30'],
]

describe.each(places)('a founder in %s', (place) => {
  test.each(beginnings)(
    'a founder is busy at the same times in every program’s notation: %s',
    (_, first = '') => {
      const [second, third, last] = [1, 2, 4].map((after) => addDays(first, after))
      const plain = (date = '') => date.replaceAll('-', '')
      const utc = (date = '', time = '00:00') => stamp(atClock(place, date, time))
      const series = (start: string, rule: string, ...more: string[]) =>
        busyOf(
          calendar([`X-WR-TIMEZONE:${place}`], event('UID:a', start, `RRULE:FREQ=DAILY;${rule}`, ...more)),
        )
      const moved = (start: string, id: string, to: string) =>
        busyOf(
          calendar(
            [`X-WR-TIMEZONE:${place}`],
            event('UID:a', start, 'RRULE:FREQ=DAILY;COUNT=5'),
            event('UID:a', id, to),
          ),
        )
      const [whole, timed] = [
        `DTSTART;VALUE=DATE:${plain(first)}`,
        `DTSTART;TZID=${place}:${plain(first)}T023000`,
      ]
      const hour = 'DURATION:PT1H'
      const zoned = (name: string, date: string, time: string) =>
        `${name};TZID=${place}:${plain(date)}T${time}`

      const until = series(whole, `UNTIL=${plain(last)}`)
      expect(until).toHaveLength(1)
      expect(series(whole, `UNTIL=${utc(last)}`)).toEqual(until)

      const without = series(whole, 'COUNT=5', `EXDATE;VALUE=DATE:${plain(third)}`)
      expect(without).not.toEqual(series(whole, 'COUNT=5'))
      expect(series(whole, 'COUNT=5', `EXDATE:${plain(third)}`)).toEqual(without)
      expect(series(whole, 'COUNT=5', zoned('EXDATE', third ?? '', '000000'))).toEqual(without)
      expect(series(whole, 'COUNT=5', `EXDATE:${utc(third)}`)).toEqual(without)

      const fewer = series(timed, 'COUNT=5', hour, zoned('EXDATE', second ?? '', '023000'))
      expect(fewer).not.toEqual(series(timed, 'COUNT=5', hour))
      expect(series(timed, 'COUNT=5', hour, `EXDATE;VALUE=DATE:${plain(second)}`)).toEqual(fewer)
      expect(series(timed, 'COUNT=5', hour, `EXDATE:${plain(second)}T023000`)).toEqual(fewer)
      const floating = `DTSTART:${plain(first)}T023000`
      expect(series(floating, 'COUNT=5', hour, `EXDATE:${plain(second)}`)).toEqual(fewer)
      expect(series(timed, `UNTIL=${plain(last)}`, hour)).toEqual(series(timed, 'COUNT=5', hour))
      expect(series(timed, `UNTIL=${utc(last, '02:30')}`, hour)).toEqual(series(timed, 'COUNT=5', hour))

      const to = `DTSTART;VALUE=DATE:${plain(addDays(first, 9))}`
      const change = moved(whole, `RECURRENCE-ID;VALUE=DATE:${plain(third)}`, to)
      expect(change.slice(1)).not.toEqual([])
      expect(moved(whole, zoned('RECURRENCE-ID', third ?? '', '000000'), to)).toEqual(change)
      expect(moved(whole, `RECURRENCE-ID:${utc(third)}`, to)).toEqual(change)
    },
  )
})

/** The first instant at which a zone's clock shows `time`; if the zone skips `time`, an hour later. */
function atClock(zone: string, date: string, time: string): number {
  const noon = Date.parse(`${date}T00:00:00Z`)
  for (let at = noon - 15 * 3_600_000; at < noon + 15 * 3_600_000; at += 900_000)
    if (dateAt(new Date(at), zone) === date && timeAt(new Date(at), zone) === time) return at
  return atClock(zone, date, time.replace('02', '03'))
}

const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

// The most important property: a fault in one event never frees a time that another event blocks.

const starts = fc.integer({ min: 0, max: 27 }).map((n) => addDays('2026-12-01', n).replaceAll('-', ''))
const uid = fc.constantFrom('UID:a', 'UID:b', 'UID:c')
const timed = (date: string) => [`DTSTART;TZID=Ours:${date}T090000`, 'DURATION:PT1H']
const rules = fc.constantFrom(
  'FREQ=DAILY;COUNT=9',
  'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6',
  'FREQ=DAILY;UNTIL=20261231T110000Z',
)
/** Valid events with shared UIDs, so that one event can change the times of another. */
const readable: fc.Arbitrary<string[]> = fc.oneof(
  fc.tuple(uid, starts, rules).map(([id, date, rule]) => [id, ...timed(date), `RRULE:${rule}`]),
  fc.tuple(uid, starts, rules).map(([id, date, rule]) => [id, `DTSTART;VALUE=DATE:${date}`, `RRULE:${rule}`]),
  fc
    .tuple(uid, starts, starts, fc.constantFrom('', ';RANGE=THISANDFUTURE'))
    .map(([id, which, date, range]) => [
      id,
      `RECURRENCE-ID;TZID=Ours${range}:${which}T090000`,
      ...timed(date),
    ]),
  fc
    .tuple(uid, starts, starts)
    .map(([id, which, date]) => [
      id,
      `RECURRENCE-ID;VALUE=DATE:${which}`,
      ...timed(date),
      'STATUS:CANCELLED',
    ]),
  fc
    .tuple(starts, starts)
    .map(([date, without]) => [...timed(date), 'RRULE:FREQ=DAILY;COUNT=9', `EXDATE:${without}`]),
)
/** Breaks an event: adds a line, or changes a line's value. */
const breaks: fc.Arbitrary<(lines: string[]) => string[]> = fc.oneof(
  fc
    .constantFrom(
      ...[
        'DTSTART:20261205T000000Z',
        'DTSTART',
        'DTEND:',
        'DTEND:then',
        'RRULE:FREQ=X',
        'RRULE',
        'RRULE:FREQ=DAILY;COUNT=no',
      ],
      ...['EXDATE:then', 'RDATE:20261301', 'RDATE;VALUE=PERIOD:20261203T000000Z/then', 'RECURRENCE-ID:then'],
    )
    .map((line) => (lines: string[]) => [
      line,
      ...lines.filter((other) => !line.startsWith('DTEND') || !other.startsWith('DURATION')),
    ]),
  fc
    .constantFrom(':', ':20270231', ':20261203T990000Z', ';TZID=Ours:now')
    .map(
      (value) => (lines: string[]) =>
        lines.map((line) => (line.startsWith('DTSTART') ? `DTSTART${value}` : line)),
    ),
  fc.constant((lines: string[]) => lines.filter((line) => !line.startsWith('DTSTART'))),
)
const components = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: readable.map((lines) => event(...lines)) },
    {
      weight: 1,
      arbitrary: readable.map((lines) => event(...lines, 'BEGIN:VALARM', 'TRIGGER:-PT5M', 'END:VALARM')),
    },
    {
      weight: 1,
      arbitrary: fc.constant<string[]>([
        'BEGIN:VFREEBUSY',
        'FREEBUSY:20261203T000000Z/PT1H',
        'END:VFREEBUSY',
      ]),
    },
    { weight: 1, arbitrary: fc.constant<string[]>(['BEGIN:VTODO', 'DUE:20261203', 'END:VTODO']) },
  ),
  { minLength: 1, maxLength: 8 },
)
const ours = [
  ...['BEGIN:VTIMEZONE', 'TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:20260405T030000', 'TZOFFSETFROM:+1300'],
  ...['TZOFFSETTO:+1200', 'END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:20260927T020000', 'TZOFFSETFROM:+1200'],
  ...['TZOFFSETTO:+1300', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]

// Its own limit, because it reads 500 files.
const limit = { timeout: process.env.SOAK ? 60 * 60_000 : 5 * 60_000 }

test('a broken event anywhere in a calendar file frees no time that is busy without it', limit, () => {
  const property = fc.property(components, readable, breaks, fc.nat(), (parts, lines, damage, anywhere) => {
    const file = calendar(ours, ...parts).split('\r\n')
    // The lines between which a component can be inserted.
    const gaps = file.flatMap((line, n) => [
      ...(line.startsWith('BEGIN:') && n > 0 ? [n] : []),
      ...(line.startsWith('END:') && n < file.length - 2 ? [n + 1] : []),
    ])
    const broken = event(...damage(lines))
    const with_ = file.toSpliced(gaps[anywhere % gaps.length] ?? 1, 0, ...broken).join('\r\n')
    const [before, after] = [busyOf(file.join('\r\n')), busyOf(with_)]
    if (typeof before === 'string' || typeof after === 'string') throw new Error(String([before, after]))
    const ranges = after.map(readRange)
    for (const range of before) {
      const [from, until] = readRange(range)
      expect(
        ranges.some(([start, end]) => start <= from && until <= end),
        `${range} is sold`,
      ).toBe(true)
    }
    const isFree =
      lines.includes('STATUS:CANCELLED') && !lines.some((line) => line.startsWith('RECURRENCE-ID'))
    expect(unreadOf(with_)).toHaveLength(isFree ? 0 : 1)
  })
  fc.assert(property, { numRuns: process.env.SOAK ? 20_000 : 250, seed: 20261128 })
})

/** Splits a range such as '2026-12-03 00:00/01:00' into its start and end, which sort as strings. */
function readRange(range: string): [from: string, until: string] {
  const [from = '', until = ''] = range.split('/')
  return [from, until.length > 5 ? until : `${from.slice(0, 10)} ${until}`]
}
