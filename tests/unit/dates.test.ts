import { describe, expect, test } from 'vitest'
import {
  addDays,
  dateAt,
  daysBetween,
  formatLongDate,
  formatShortDate,
  formatTime,
  isDate,
  dateProblem,
  siteDate,
  toInstant,
  weekdayOf,
  zoneName,
} from '@/lib/dates'

describe('studio dates', () => {
  test('isDate accepts only real calendar dates as YYYY-MM-DD', () => {
    expect(['2028-02-29', '2026-12-01'].every(isDate)).toBe(true)
    expect(
      ['2026-02-29', '2026-13-01', '2026-1-1', '20261201', '2026-12-01T00:00', '', null, 20261201].some(
        isDate,
      ),
    ).toBe(false)
  })

  test('daysBetween counts days across months, years and both changes of the clock', () => {
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
    expect(daysBetween('2026-11-25', '2026-11-23')).toBe(-2)
    expect(daysBetween('2026-09-20', '2027-04-10')).toBe(202)
  })

  test('addDays works across months, years and both changes of the clock', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2027-04-03', 2)).toBe('2027-04-05')
    expect(addDays('2027-09-27', -2)).toBe('2027-09-25')
  })

  test('addDays throws outside the years 2000 to 2199', () => {
    for (const [date, days] of [
      ['9999-12-31', 1],
      ['2199-12-31', 1],
      ['2000-01-01', -1],
      ['+010000-01', 1],
      ['1999-12-31', 0],
    ] as const) {
      expect(() => addDays(date, days), `${date} ${days}`).toThrow(RangeError)
    }
    expect(() => weekdayOf('2200-01-01')).toThrow(RangeError)
    expect(() => toInstant('9999-12-31', '09:00')).toThrow(RangeError)
    expect(addDays('2199-12-30', 1)).toBe('2199-12-31')
  })

  test('siteDate accepts the dates that the site shows: from a month ago to 13 months ahead', () => {
    const today = '2026-11-20'
    for (const date of ['2026-10-20', today, '2027-11-20', '2027-12-20']) {
      expect(siteDate(date, today)).toBe(date)
    }
    for (const other of [
      '2026-10-01',
      '2028-01-20',
      '9999-12-31',
      '0001-01-01',
      '2027-02-30',
      '',
      'x',
      null,
    ]) {
      expect(siteDate(other, today), String(other)).toBeNull()
    }
  })

  test('weekdayOf counts from Monday as 0', () => {
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([0, 6])
  })

  test('dateAt gives the studio’s date, which in its morning is a day ahead of UTC', () => {
    const instant = new Date('2026-11-20T11:00:00Z')
    expect(dateAt(instant)).toBe('2026-11-21')
    expect(dateAt(instant, 'America/Los_Angeles')).toBe('2026-11-20')
    expect(dateAt(instant, 'Pacific/Kiritimati')).toBe('2026-11-21')
  })

  test('dates and times are written as people do, with ordinary spaces', () => {
    expect(formatShortDate('2026-12-01')).toBe('Tue 1 Dec')
    expect(formatLongDate('2026-09-06')).toBe('Sunday 6 September 2026')
    expect([
      formatTime('09:00'),
      formatTime('12:30'),
      formatTime('00:05'),
      formatTime('13:45:00', true),
    ]).toEqual(['9:00 am', '12:30 pm', '12:05 am', '1:45 PM'])
  })
})

describe('the way from the wall clock to an instant', () => {
  test.each([
    ['summer', '2026-12-01', '09:00', '2026-11-30T20:00:00.000Z', 'NZDT'],
    ['winter', '2027-07-01', '09:00', '2027-06-30T21:00:00.000Z', 'NZST'],
    ['after the autumn change', '2027-04-04', '09:00', '2027-04-03T21:00:00.000Z', 'NZST'],
    [
      'an hour that happens twice is its second, standard one',
      '2027-04-04',
      '02:30',
      '2027-04-03T14:30:00.000Z',
      'NZST',
    ],
    [
      'an hour that does not happen is read by the standard offset',
      '2027-09-26',
      '02:30',
      '2027-09-25T14:30:00.000Z',
      'NZDT',
    ],
    ['after the spring change', '2027-09-26', '09:00', '2027-09-25T20:00:00.000Z', 'NZDT'],
  ])('%s', (_, date, time, instant, zone) => {
    expect(toInstant(date, time).toISOString()).toBe(instant)
    expect(zoneName(date, time)).toBe(zone)
  })
})

test('an admin who mistypes a date reads which dates they can choose', () => {
  expect(dateProblem('2026-11-28', '2026-11-28')).toBe('')
  expect(dateProblem('2027-12-30', '2026-11-28')).toBe('')
  expect(dateProblem('2226-12-01', '2026-11-28')).toBe('Choose a date no later than Thu 30 Dec 2027.')
  expect(dateProblem('0026-12-01', '2026-11-28')).toBe('Choose a date from today on.')
  expect(dateProblem('', '2026-11-28')).toBe('Choose a date from today on.')
})
