import { describe, expect, test } from 'vitest'
import {
  emptyValues,
  type FormValues,
  inputOf,
  isSameForm,
  valuesOfWeekday,
  withRangeAdded,
} from '@/app/admin/_hours/form-values'
import { addDays, dateAt, formatDate, siteDates } from '@/lib/dates'
import { hoursForm, type HoursForm, dateRange, futureDate, parseHours, removed } from '@/lib/hours/schema'
import { addMinutes, withDuration, withStart } from '@/lib/hours/time-rows'

const today = dateAt()
const { last } = siteDates(today)
const tomorrow = addDays(dateAt(), 1)

const blank = inputOf(emptyValues, [])
/** The availability form with `values`, and a row for each pair of times. */
const form = (values: Partial<HoursForm>, rows: [start: string, end: string][]): HoursForm => ({
  ...blank,
  ...values,
  rows: rows.map(([start_time, end_time]) => ({ start_time, end_time })),
})
const recurring = { days: [0, 4] }

describe('the availability form parses', () => {
  test('a copy that replaces a day’s slots has the slots that the admin saw, of the chosen days only', () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const slot = { start_time: '09:00', end_time: '09:30', isAvailable: true }
    const pattern = [
      { ...slot, weekday: 0, id: one },
      { ...slot, weekday: 4, id: one },
      { ...slot, weekday: 4, id: other },
      { ...slot, weekday: 6, id: one },
    ]
    const copy: FormValues = { ...emptyValues, days: [0, 4], copy: 'replaces' }
    const rows = [{ start_time: '09:00', end_time: '09:30' }]
    expect(parseHours(inputOf({ ...copy, rows }, pattern))).toEqual({
      kind: 'copy',
      seen: new Map([
        [0, [one]],
        [4, [one, other]],
      ]),
      slots: [{ start_time: '09:00', end_time: '09:30' }],
    })
  })

  test('the parsed weekdays and times have no empty row, and a repeated row once', () => {
    const rows: [string, string][] = [
      ['09:00', '09:30'],
      ['', ''],
      ['10:00', '11:30'],
      ['09:00', '09:30'],
    ]
    expect(parseHours(form(recurring, rows))).toEqual({
      kind: 'recurring',
      weekdays: [0, 4],
      slots: [
        { start_time: '09:00', end_time: '09:30' },
        { start_time: '10:00', end_time: '11:30' },
      ],
    })
  })

  test('the times of one date are parsed', () => {
    expect(parseHours(form({ kind: 'one-off', date: tomorrow }, [['09:00', '09:30']]))).toEqual({
      kind: 'one-off',
      date: tomorrow,
      slots: [{ start_time: '09:00', end_time: '09:30' }],
    })
  })

  test('an edited weekday is parsed without the fields that are locked', () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const times: [string, string][] = [['09:00', '09:30']]
    expect(parseHours(form({ editing: 0, slotIds: [one, other] }, times))).toEqual({
      kind: 'weekday',
      weekday: 0,
      slotIds: [one, other],
      slots: [{ start_time: '09:00', end_time: '09:30' }],
    })
  })
})

test('an admin who changes a time and changes it back need not save', () => {
  const start = valuesOfWeekday(0, [
    { id: 'a', weekday: 0, start_time: '09:00', end_time: '09:30', isAvailable: true },
  ])
  const typed = { ...start, rows: [{ start_time: '10:00', end_time: '10:30' }] }
  expect(isSameForm(typed, start)).toBe(false)
  expect(isSameForm({ ...typed, rows: [...start.rows] }, start)).toBe(true)
  expect(isSameForm({ ...emptyValues, kind: 'one-off', duration: 60 }, emptyValues)).toBe(true)
})

describe('the availability form names the problem', () => {
  const time: [string, string][] = [['09:00', '09:30']]
  const fill = 'Please fill in all start and end times.'
  const order = 'End time must be after start time.'
  test.each([
    ['no day', { days: [] }, time, 'Please select at least one day for recurring availability.'],
    ['no date', { kind: 'one-off', date: '' }, time, 'Please select a date for one-off availability.'],
    [
      'a date that has passed',
      { kind: 'one-off', date: addDays(dateAt(), -1) },
      time,
      'Please select a date for one-off availability.',
    ],
    ...[addDays(last, 1), '2199-12-31', '2300-01-01', '9999-12-31'].map((date) => [
      date,
      { kind: 'one-off', date },
      time,
      `Please choose a date no later than ${formatDate(last)}.`,
    ]),
    ['no times at all', recurring, [['', '']], fill],
    ['no rows', recurring, [], fill],
    ['a start without an end', recurring, [...time, ['10:00', '']], fill],
    ['an end without a start', recurring, [['', '10:00']], fill],
    ['an invalid time', recurring, [['25:00', '26:00']], fill],
    ['an end before its start', recurring, [['10:00', '09:30']], order],
    ['no duration at all', recurring, [['10:00', '10:00']], order],
    ['an end past midnight', recurring, [['23:45', '00:15']], order],
  ] as [string, Partial<HoursForm>, [string, string][], string][])('%s', (_, values, rows, problem) => {
    expect(parseHours(form(values, rows))).toMatchObject({ problem })
  })
})

test('the availability form accepts only 0 to 6 as weekdays', () => {
  const accepts = (values: object) => hoursForm.safeParse({ ...blank, ...values }).success
  expect([0, 6].map((day) => accepts({ days: [day], editing: day }))).toEqual([true, true])
  for (const day of [-1, 0.5, 7, '0', '', ' ', null])
    expect(accepts({ days: [day] }), String(day)).toBe(false)
  for (const day of [-1, 0.5, 7, '0', '', ' ']) expect(accepts({ editing: day }), String(day)).toBe(false)
})

describe('an admin can save only dates that the site shows, so that they can undo it', () => {
  const slotId = crypto.randomUUID()
  const accepts = (date: string) => [
    'date' in parseHours(form({ kind: 'one-off', date }, [['09:00', '09:30']])),
    futureDate.safeParse(date).success,
    dateRange.safeParse({ from: today, to: date }).success,
  ]
  test.each([today, last])('%s', (date) => expect(new Set(accepts(date))).toEqual(new Set([true])))
  test.each([addDays(today, -1), addDays(last, 1), '1999-01-01', '2199-12-31', '9999-12-31'])(
    'not %s',
    (date) => expect(new Set(accepts(date))).toEqual(new Set([false])),
  )

  test('the undo of a deleted slot works after midnight, even with exceptions far ahead', () => {
    const undone = (date: string) =>
      removed.safeParse({ weekdays: [], dates: [{ date, time_slot_id: slotId, is_available: true }] }).success
    expect([addDays(today, -1), last, '2199-12-31'].map(undone)).toEqual([true, true, true])
    expect([addDays(today, -32), '1999-01-01', '2027-02-30'].map(undone)).toEqual([false, false, false])
  })
})

describe('the form fills in ends', () => {
  test('a start sets the row’s end by the default duration, even over an existing end', () => {
    expect(withStart({ start_time: '', end_time: '12:00' }, '09:00', 90)).toEqual({
      start_time: '09:00',
      end_time: '10:30',
    })
    expect(withStart({ start_time: '09:00', end_time: '09:30' }, '', 30)).toEqual({
      start_time: '',
      end_time: '09:30',
    })
  })
  test('a new default duration fills the end only of rows with a start and no end', () => {
    const rows = [
      { start_time: '09:00', end_time: '' },
      { start_time: '10:00', end_time: '10:30' },
      { start_time: '', end_time: '' },
    ]
    expect(withDuration(rows, 60)).toEqual([{ start_time: '09:00', end_time: '10:00' }, rows[1], rows[2]])
  })
  test('a time plus minutes past midnight begins again at 00:00', () =>
    expect(addMinutes('23:45', 30)).toBe('00:15'))
})

test('an admin who saves an incomplete range keeps it as a row with an error', () => {
  const row = { start_time: '09:00', end_time: '09:30' }
  for (const range of [
    { start_time: '17:00', end_time: '09:00' },
    { start_time: '17:00', end_time: '' },
  ])
    expect(withRangeAdded({ ...emptyValues, rows: [row], range })).toMatchObject({ rows: [row, range] })
})
