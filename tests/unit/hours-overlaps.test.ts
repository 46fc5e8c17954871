import { describe, expect, test } from 'vitest'
import { describeFormOverlaps, emptyValues } from '@/app/admin/_hours/form-values'
import { describeCopy, describeOverlaps, slotsOfDate, slotsOfWeekdays } from '@/lib/hours/overlaps'
import type { RecurringSlot } from '@/lib/hours/slot'
import { rowsBetween, withRows } from '@/lib/hours/time-rows'

const slot = (start_time: string, end_time: string) => ({
  id: start_time + end_time,
  start_time,
  end_time,
})
const nine = slot('09:00', '09:30')
const ten = slot('10:00', '10:30')
const recurring: RecurringSlot[] = [
  { weekday: 0, ...nine, isAvailable: true },
  { weekday: 1, ...nine, isAvailable: true },
  { weekday: 1, ...ten, isAvailable: false },
]
const overlaps = (start_time: string, end_time: string, days: number[], kept = false) =>
  describeOverlaps([{ start_time, end_time }], slotsOfWeekdays(days, recurring), kept)

test('a copy of a weekday’s times lists what each other day gets and loses', () => {
  const copied = (replaces: boolean) =>
    describeCopy([nine, ten], slotsOfWeekdays([0, 1, 2], [...recurring, noon]), replaces)
  const noon = { weekday: 0, ...slot('12:00', '12:30'), isAvailable: true }
  expect(copied(false)).toEqual([
    'Monday gets 10:00 AM – 10:30 AM.',
    'Tuesday gets 10:00 AM – 10:30 AM.', // it was switched off
    'Wednesday gets 9:00 AM – 9:30 AM and 10:00 AM – 10:30 AM.',
  ])
  expect(copied(true)[0]).toBe('Monday loses 12:00 PM – 12:30 PM and gets 10:00 AM – 10:30 AM.')
  expect(describeCopy([nine], slotsOfWeekdays([0], recurring), true)).toEqual(['Monday stays as it is.'])
})

describe('a range as rows', () => {
  test('a range from 9:00 to 12:00 every 30 minutes becomes six rows', () => {
    const rows = rowsBetween({ start_time: '09:00', end_time: '12:00' }, 30, 30)
    expect(rows).toHaveLength(6)
    expect([rows[0], rows[5]]).toEqual([
      { start_time: '09:00', end_time: '09:30' },
      { start_time: '11:30', end_time: '12:00' },
    ])
  })

  test('the rows of a range end within the range, and can have gaps', () => {
    const starts = (end_time: string, every: number, duration: number) =>
      rowsBetween({ start_time: '13:00', end_time }, every, duration).map(({ start_time }) => start_time)
    expect(starts('17:00', 60, 45)).toEqual(['13:00', '14:00', '15:00', '16:00'])
    expect(starts('14:20', 30, 30)).toEqual(['13:00', '13:30'])
    expect(starts('13:20', 30, 30)).toEqual([])
    expect(starts('12:00', 30, 30)).toEqual([])
    expect(starts('', 30, 30)).toEqual([])
  })

  test('the rows of a range follow the existing ones, replace empty rows and repeat none', () => {
    const first = { start_time: '09:00', end_time: '09:30' }
    const more = { start_time: '09:30', end_time: '10:00' }
    expect(withRows([first, { start_time: '', end_time: '' }], [first, more])).toEqual([first, more])
  })
})

describe('before saving, the form', () => {
  test('a time that overlaps on several days is named once, with all the days', () => {
    expect(overlaps('09:15', '09:45', [1, 0])).toEqual([
      '9:15 AM – 9:45 AM overlaps 9:00 AM – 9:30 AM on Monday and Tuesday.',
    ])
    const week = [0, 1, 2, 3, 4].map((weekday) => ({ weekday, ...nine, isAvailable: true }))
    const row = { start_time: '09:15', end_time: '09:45' }
    expect(describeOverlaps([row], slotsOfWeekdays([4, 3, 2, 1, 0], week))).toEqual([
      '9:15 AM – 9:45 AM overlaps 9:00 AM – 9:30 AM on Monday, Tuesday, Wednesday, Thursday and Friday.',
    ])
    expect(overlaps('09:30', '10:00', [0, 1])).toEqual([])
    expect(overlaps('09:00', '09:30', [0])).toEqual([])
  })

  test('the form names a time that is switched off, and an overlap with such a time', () => {
    expect(overlaps('10:00', '10:30', [0, 1])).toEqual([
      '10:00 AM – 10:30 AM is switched off on Tuesday. Saving switches it on.',
    ])
    expect(overlaps('10:00', '11:00', [1])).toEqual([
      '10:00 AM – 11:00 AM overlaps 10:00 AM – 10:30 AM, which is switched off on Tuesday.',
    ])
  })

  test('for an edited weekday the form names only times that stay off, because the others are replaced', () => {
    expect(overlaps('10:00', '10:30', [1], true)).toEqual([
      '10:00 AM – 10:30 AM is switched off on Tuesday and stays off.',
    ])
    expect(overlaps('09:15', '09:45', [1], true)).toEqual([])
  })

  test('the form names rows that overlap each other, and ignores an unfinished row', () => {
    const rows = ['09:00', '09:15', ''].map((start_time) => ({
      start_time,
      end_time: start_time ? '09:30' : '',
    }))
    expect(describeOverlaps(rows, [])).toEqual(['9:00 AM – 9:30 AM and 9:15 AM – 9:30 AM overlap.'])
    expect(overlaps('09:45', '09:15', [0])).toEqual([])
  })

  test('for a date the form names overlaps with the date’s exceptions first, then with its weekday', () => {
    const exceptions = {
      slots: [{ date: '2026-12-01', ...nine, isAvailable: false }],
      closedDates: [],
    }
    const tuesday = slotsOfDate('2026-12-01', recurring, exceptions)
    expect(describeOverlaps([{ start_time: '09:00', end_time: '11:00' }], [tuesday])).toEqual([
      '9:00 AM – 11:00 AM overlaps 9:00 AM – 9:30 AM, which is switched off on Tue 1 Dec 2026.',
      '9:00 AM – 11:00 AM overlaps 10:00 AM – 10:30 AM, which is switched off on Tue 1 Dec 2026.',
    ])
  })

  test('the form names no overlap for a date that the site does not show, as while typing a year', () => {
    const rows = [{ start_time: '09:15', end_time: '09:45' }]
    const found = (date: string) =>
      describeFormOverlaps(
        { ...emptyValues, kind: 'one-off', date, rows },
        recurring,
        { slots: [], closedDates: [] },
        '2026-11-24',
      )
    for (const date of ['0002-12-01', '0202-12-01', '2300-12-01', '20271-12-01'])
      expect(found(date), date).toEqual([])
    expect(found('2026-12-01')).toHaveLength(1)
  })
})
