import { expect, test } from 'vitest'
import { busyAt, describeFailure, describeUnreadNews, type FounderCalendar } from '@/lib/calendars/queries'
import { describeUnread, describeUnreadable } from '@/lib/content/calendars'

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
  expect(describeUnreadNews(calendar)).toBeNull()
  expect(describeUnread({ count: 0, first: [] }, '2026-11-26')).toBeNull()
  const first = [
    { line: 812, code: 'rule', date: '2026-12-08' },
    { line: 1204, code: 'no_start', date: null },
    { line: 1300, code: 'two_starts', date: '2027-01-05' },
  ]
  const unread = describeUnread({ count: 10, first }, '2026-11-26')
  expect(unread).toEqual({
    summary: 'Ten events are not understood',
    parts: [
      { what: 'Tue 8 Dec', effect: 'counts as busy all day.', where: 'Line 812: rule not understood.' },
      { what: 'One event without a day', effect: 'is not counted.', where: 'Line 1204: no start.' },
      { what: 'Tue 5 Jan 2027', effect: 'counts as busy all day.', where: 'Line 1300: a second start.' },
    ],
    more: 7,
    advice: 'Set its time again in your calendar and save it, or delete it there.',
  })
  expect(describeUnreadNews({ ...calendar, unread })).toBe(
    'Ten events are not understood in Mere’s calendar. The settings say where, and what helps.',
  )
  const parts = describeUnread(
    { count: 1, first: [{ line: 4, code: 'component', date: null }] },
    '2026-11-26',
  )
  expect(parts).toMatchObject({
    summary: 'One part is not understood',
    parts: [{ what: 'One part that is no event', effect: 'is not counted.' }],
    advice: 'If you are busy then, add an event for that time to your calendar.',
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
