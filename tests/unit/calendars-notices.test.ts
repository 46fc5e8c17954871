import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { busyAt, describeFailure, type FounderCalendar } from '@/lib/calendars/queries'
import { unreadParts } from '@/lib/calendars/schema'
import { describeUnread, describeUnreadable } from '@/lib/calendars/notices'

const calendar: FounderCalendar = {
  id: '9d3f5c5e-0000-4000-8000-000000000001',
  label: 'Mere',
  host: 'calendars.example',
  added_by: 'mere@studio.test',
  all_day_busy: true,
  known_until: '2027-12-25',
  last_good_at: '2026-11-24T20:00:00Z',
  failing_since: null,
  reason: null,
  isEmptied: false,
  isUnread: false,
  readAt: '9:00 AM',
  unread: null,
}

/** A part of a calendar that a reading did not understand. */
const part = (
  line: number,
  code: string,
  date: string | null = null,
  time: string | null = null,
  repeats = false,
) => ({
  ...{ line, code, date, time, repeats },
})

test('a founder reads which calendar fails, since when and why, such as that nothing calls /api/tasks', () => {
  expect(describeFailure(calendar)).toBeNull()
  const failing = { failing_since: '2026-11-25T20:00:00Z', reason: describeUnreadable('status_404') }
  expect(describeFailure({ ...calendar, ...failing })).toBe(
    'Mere’s calendar could not be read since 26 Nov 2026, 9:00 AM: There is no calendar at the address (404). ' +
      'What it said before still counts, until it can be read or is removed in the settings.',
  )
  expect(describeFailure({ ...calendar, isUnread: true })).toContain(
    'Mere’s calendar was not read since 25 Nov 2026, 9:00 AM: nothing calls /api/tasks each minute.',
  )
})

test('a founder reads the day and line of an unreadable event, and what to do', () => {
  expect(describeUnread({ count: 0, first: [] }, 'Mere', '2026-11-26')).toBeNull()
  const first = [
    part(812, 'rule', '2026-09-24', '09:00', true),
    part(1204, 'no_start'),
    part(1300, 'two_starts', '2027-01-05'),
  ]
  expect(describeUnread({ count: 10, first }, 'Mere', '2026-11-26')).toEqual({
    summary: '10 events are not understood',
    news: '10 events in Mere’s calendar are not understood',
    parts: [
      {
        what: 'Its first time, Thu 24 Sep, 9:00 am,',
        effect: 'counts; later ones are not known and can be booked.',
        where: 'Line 812: rule not understood.',
      },
      { what: 'One event without a day', effect: 'is not counted.', where: 'Line 1204: no start.' },
      { what: 'Tue 5 Jan 2027', effect: 'counts as busy all day.', where: 'Line 1300: a second start.' },
    ],
    more: 7,
    advice: 'Set its time again in your calendar and save it, or delete it there.',
  })
  const parts = describeUnread({ count: 1, first: [part(4, 'component')] }, 'Mere', '2026-11-26')
  expect(parts).toMatchObject({
    summary: '1 part is not understood',
    parts: [{ what: 'One part that is no event', effect: 'is not counted.' }],
    advice: 'If you are busy then, add an event for that time to your calendar.',
  })
})

test.each([
  [part(7, 'start', '2026-12-08'), 'Tue 8 Dec counts as busy all day. Line 7: start not understood.'],
  [
    part(7, 'two_starts', '2026-12-08', null, true),
    'Tue 8 Dec counts as busy all day; later ones are not known and can be booked. Line 7: a second start.',
  ],
  [
    part(7, 'often', '2026-12-08', '16:00', true),
    'Its first time, Tue 8 Dec, 4:00 pm, counts; later ones are not known and can be booked. Line 7: more times than we read.',
  ],
  [
    part(7, 'rule', '2026-12-08', null, true),
    'Its first time, Tue 8 Dec, counts; later ones are not known and can be booked. Line 7: rule not understood.',
  ],
  [
    part(7, 'end', '2026-12-08', '16:00'),
    'Tue 8 Dec, 4:00 pm, counts for 24 hours. Line 7: end not understood.',
  ],
  [
    part(7, 'end', '2026-12-08', '16:00', true),
    'Its times from Tue 8 Dec, 4:00 pm, on count for 24 hours each. Line 7: end not understood.',
  ],
  [
    part(7, 'ends', '2026-12-08', '16:00'),
    'Tue 8 Dec, 4:00 pm, counts as long as it can. Line 7: end not clear.',
  ],
  [
    part(7, 'ends', '2026-12-08', null, true),
    'Its times from Tue 8 Dec on count as long as they can. Line 7: end not clear.',
  ],
  [
    part(7, 'until', '2026-12-08'),
    'Tue 8 Dec counts, though the event may end before. Line 7: end of the rule not clear.',
  ],
  [
    part(7, 'added', '2026-12-08', '16:00', true),
    'A time after Tue 8 Dec, 4:00 pm, is not known and can be booked. Line 7: time not understood.',
  ],
  [
    part(7, 'removed', '2026-12-08', '16:00', true),
    'A time after Tue 8 Dec, 4:00 pm, counts, though it is taken off. Line 7: time not understood.',
  ],
  [
    part(7, 'removed_day', '2026-12-08'),
    'Tue 8 Dec counts, though it may be taken off. Line 7: day not clear.',
  ],
  [
    part(7, 'replaced', '2026-12-08', '16:00'),
    'Tue 8 Dec, 4:00 pm, counts, and so does the time it replaces. Line 7: time not understood.',
  ],
  [part(7, 'time', '2026-12-08'), 'Tue 8 Dec counts as busy all day. Line 7: time not understood.'],
  [part(7, 'zone'), 'A time zone makes its times count for a day longer. Line 7: time zone not understood.'],
  [
    part(7, 'zone_summer'),
    'A time zone makes its times count an hour earlier too. Line 7: time zone not known in summer.',
  ],
  [part(7, 'zone_two'), 'A time with two zones counts in both. Line 7: two time zones.'],
  [
    part(7, 'zone_only'),
    'A time zone is taken for the only one in the file. Line 7: time zone not described.',
  ],
])('a founder reads what counts as busy because of a line that is guessed: $code', (one, sentence) => {
  const { what, effect, where } =
    describeUnread({ count: 1, first: [one] }, 'Mere', '2026-11-26')?.parts[0] ?? {}
  expect(`${what} ${effect} ${where}`).toBe(sentence)
  const table = readFileSync('docs/decisions/founders-calendars.md', 'utf8')
  expect(table).toContain(`\`${one.code}\``)
})

test('a part that 1.0.0 stored, without a time of day, still has a sentence', () => {
  const stored = { count: 1, first: [{ line: 7, code: 'rule', date: '2026-12-08' }] }
  expect(describeUnread(unreadParts.parse(stored), 'Mere', '2026-11-26')?.parts[0]).toMatchObject({
    what: 'Its first time, Tue 8 Dec,',
    effect: 'counts; later ones are not known and can be booked.',
  })
})

test('a busy founder is named once for a time, and not for an event that ends when the time begins', () => {
  const busy = (label: string, starts_at: string, ends_at: string, is_known = true) => ({
    ...{ label, starts_at, ends_at, is_known },
  })
  const times = [
    busy('Mere', '2026-11-30T19:00:00+00:00', '2026-11-30T20:00:00+00:00'),
    busy('Tama', '2026-11-30T20:00:00+00:00', '2026-11-30T20:10:00+00:00'),
    busy('Tama', '2026-11-30T20:20:00+00:00', '2026-11-30T22:00:00+00:00'),
  ]
  const at = (start_time: string, end_time: string) =>
    busyAt(times, { date: '2026-12-01', start_time, end_time }).map(({ label }) => label)
  expect(at('09:00', '09:30')).toEqual(['Tama'])
  expect(at('08:30', '09:30')).toEqual(['Mere', 'Tama'])
  expect(at('11:00', '11:30')).toEqual([])
})
