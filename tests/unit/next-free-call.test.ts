import { place } from '@/lib/content/place'
import { expect, test } from 'vitest'
import { firstByDay } from '@/app/(site)/_components/next-free-call'

const calls = [
  {
    date: '2026-12-01',
    instant: '2026-11-30T20:00:00.000Z',
    words: `Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`,
  },
  {
    date: '2026-12-01',
    instant: '2026-12-01T00:00:00.000Z',
    words: `Tue 1 Dec, 1:00 pm ${place.zoneNames.summer}`,
  },
  {
    date: '2026-12-02',
    instant: '2026-12-01T03:30:00.000Z',
    words: `Tue 1 Dec, 4:30 pm ${place.zoneNames.summer}`,
  },
]

test.each([
  ['Europe/London', 'Mon 30 Nov, 8:00 pm your time'],
  ['America/Los_Angeles', 'Mon 30 Nov, 12:00 pm your time'],
  ['Pacific/Auckland', `Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`],
  ['Asia/Bangkok', 'Tue 1 Dec, 7:00 am your time'],
  ['Asia/Calcutta', 'Tue 1 Dec, 9:00 am your time'],
  [null, `Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`],
])('in %s the landing page names the next free call that is in no night: %s', (zone, words) => {
  expect(firstByDay(calls, zone)?.words).toBe(words)
})

test('if all free calls are in the visitor’s night, the landing page names none', () => {
  expect(firstByDay(calls.slice(0, 2), 'Europe/Istanbul')?.words).toBeUndefined()
})

test('on a clock of 24 hours a visitor of the studio’s zone reads the studio’s words, others their own time', () => {
  const call = { date: '2026-12-01', instant: '2026-12-01T15:30:00.000Z', words: 'Tue 1 Dec, 15:30 WET' }
  expect(firstByDay([call], 'Europe/Lisbon')?.words).toBe('Tue 1 Dec, 15:30 WET')
  expect(firstByDay([call], 'Europe/Berlin')?.words).toBe('Tue 1 Dec, 16:30 your time')
})
