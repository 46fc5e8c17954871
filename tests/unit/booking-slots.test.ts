import { describe, expect, test } from 'vitest'
import {
  countByDate,
  decodeSlot,
  encodeSlot,
  groupByDate,
  formatLength,
  monthWindow,
  nearestSlots,
  nextFreeDates,
  nextTimes,
  offerNear,
  slotsOverlap,
} from '@/lib/booking/slots'
import { addDays } from '@/lib/dates'

const slot = (start_time: string, end_time: string, n: number) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  start_time,
  end_time,
})
const [nine, ten, two] = [
  slot('09:00', '09:30', 1),
  slot('10:00', '10:30', 2),
  slot('14:00', '14:30', 3),
] as const
const at = (date: string, ...slots: ReturnType<typeof slot>[]) => slots.map((one) => ({ date, ...one }))
const open = [...at('2026-11-30', two), ...at('2026-12-02', nine, two), ...at('2026-12-07', ten)]

test('the free times by date have a key for every requested date, even without times', () => {
  const days = groupByDate(open, '2026-11-30', '2026-12-02')
  expect(Object.keys(days)).toEqual(['2026-11-30', '2026-12-01', '2026-12-02'])
  expect(countByDate(days)).toEqual({ '2026-11-30': 1, '2026-12-01': 0, '2026-12-02': 2 })
})

test('a time has a length in minutes, and two times overlap if they share a minute', () => {
  const first = { date: '2026-12-02', ...slot('09:00', '10:30', 4) }
  expect(formatLength(first)).toBe('90 min')
  expect(slotsOverlap(first, { date: '2026-12-02', ...ten })).toBe(true)
  expect(slotsOverlap({ date: '2026-12-02', ...ten }, { date: '2026-12-02', ...nine })).toBe(false)
  expect(slotsOverlap(first, { date: '2026-12-03', ...ten })).toBe(false)
})

test('a month and the next one are at most 62 days, so that one call of the database returns them', () => {
  for (let date = '2027-01-01'; date < '2029-03-01'; date = addDays(date, 13)) {
    const { from, to } = monthWindow(date, date)
    expect(from <= date && date <= to && addDays(to, 1).endsWith('-01'), date).toBe(true)
    expect(addDays(from, 61) >= to, date).toBe(true)
  }
  expect(monthWindow('2026-12-31', '2026-12-01')).toEqual({ from: '2026-12-01', to: '2027-01-31' })
})

test('the booking page asks the database only for dates that the site shows', () => {
  expect(monthWindow('2027-11-20', '2026-11-20')).toEqual({ from: '2027-11-01', to: '2027-12-22' })
  expect(monthWindow('2026-10-20', '2026-11-20')).toEqual({ from: '2026-10-20', to: '2026-11-30' })
})

test('the next free dates are after the chosen date', () => {
  expect(nextFreeDates(countByDate(groupByDate(open, '2026-11-30', '2026-12-31')), '2026-11-30')).toEqual([
    '2026-12-02',
    '2026-12-07',
  ])
})

describe('the next free times, one a day', () => {
  const days = {
    slots: groupByDate(open, '2026-11-30', '2026-12-31'),
    free: countByDate(groupByDate(open, '2026-11-30', '2026-12-31')),
    ...{ first: [], today: '2026-11-29' },
  }
  const wordsOf = (...[of, zone, kept]: Parameters<typeof nextTimes>) =>
    nextTimes(of, zone, kept).map(({ date, start_time }) => `${date} ${start_time}`)

  test('the next free times begin today whatever month is open, and include months not fetched yet', () => {
    const all = ['2026-11-30 14:00', '2026-12-02 09:00', '2026-12-07 10:00']
    expect(wordsOf(days, null)).toEqual(all)
    const unread = { ...days, slots: {}, first: nextTimes(days, null) }
    expect(wordsOf(unread, null)).toEqual(all)
    expect(wordsOf({ ...unread, first: [] }, null)).toEqual([])
  })
  test('the next free times are outside the visitor’s night if possible, but a chosen time stays', () => {
    // Santiago is 16 hours behind Wellington: 9:00 is 5 pm there, 14:00 is 10 pm.
    expect(wordsOf(days, 'America/Santiago')).toEqual(wordsOf(days, null))
    // Istanbul is 10 hours behind Wellington: 9:00 is 11 pm there, 14:00 is 4 am.
    expect(wordsOf(days, 'Europe/Istanbul')).toEqual(wordsOf(days, null))
    // Bangkok is 6 hours behind Wellington: 9:00 is 3 am there, 14:00 is 8 am.
    expect(wordsOf(days, 'Asia/Bangkok')[1]).toBe('2026-12-02 14:00')
    expect(wordsOf(days, 'Asia/Bangkok', at('2026-12-02', nine))[1]).toBe('2026-12-02 09:00')
    expect(wordsOf(days, 'Asia/Bangkok', at('2026-12-02', ten))[1]).toBe('2026-12-02 14:00')
  })
})

test.each([
  ['of days before and after, sorted', open, '2026-12-01 12:00', null, [0, 1, 2]],
  // London is 13 hours behind Wellington: 9:00 is 8 pm there, 14:00 is 1 am. Kyiv's 9:00 is 10 pm.
  ['outside the visitor’s night', open, '2026-12-01 12:00', 'Europe/London', [1, 3, 4]],
  ['even at night, if there are no three others', open, '2026-12-01 12:00', 'Europe/Kyiv', [0, 1, 2]],
  ['and no earlier ones', [...at('2026-11-28', nine, ten), ...open], '2026-12-02 14:00', null, [2, 3, 4]],
])(
  'instead of a taken time a visitor is offered the three nearest: %s',
  (_, times, wanted, zone, offered) => {
    const all = [...times, ...at('2026-12-08', ten)]
    const [date = '', start_time = ''] = wanted.split(' ')
    expect(offerNear(nearestSlots(all, { date, start_time }), zone)).toEqual(offered.map((nth) => all[nth]))
  },
)

describe('a choice as a form value', () => {
  const choice = { date: '2026-12-02', ...nine }
  const today = '2026-11-20'
  test('a chosen time is the same after encoding and decoding as a form value', () =>
    expect(decodeSlot(encodeSlot(choice), today)).toEqual(choice))
  test.each([
    '',
    'none',
    '2026-12-02',
    encodeSlot({ ...choice, date: '2026-02-30' }),
    encodeSlot({ ...choice, date: '9999-11-30' }),
    `${encodeSlot(choice)} `,
    encodeSlot({ ...choice, start_time: '24:00' }),
  ])('the form value %j is no chosen time', (value) => expect(decodeSlot(value, today)).toBeNull())
})
