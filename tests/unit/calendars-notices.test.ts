import { expect, test } from 'vitest'
import { busyAt, describeFailure, type FounderCalendar } from '@/lib/calendars/queries'
import { describeUnreadable } from '@/lib/content/calendars'

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
}

test('a founder is told whose calendar fails, since when and why, and when nobody reads it; else nothing', () => {
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

test('a founder who is busy at a time is named once, and one who is busy until it begins is not', () => {
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
