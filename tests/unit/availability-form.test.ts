import { describe, expect, test } from 'vitest'
import { parseAvailability } from '@/lib/availability/schema'
import { addMinutes, withDuration, withStart } from '@/lib/availability/time-rows'
import { addDays, dateAt } from '@/lib/dates'

const tomorrow = addDays(dateAt(), 1)

/** The form as a browser posts it; `rows` are its time rows. */
function form(fields: Record<string, string | string[]>, rows: [start: string, end: string][]) {
  const data = new FormData()
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) data.append(name, value)
  for (const [start, end] of rows) {
    data.append('start', start)
    data.append('end', end)
  }
  return data
}
const recurring = { kind: 'recurring', editing: '', day: ['0', '4'] }

describe('the availability form is understood', () => {
  test('weekdays and times, an empty extra row left out, a repeated row taken once', () => {
    const rows: [string, string][] = [
      ['09:00', '09:30'],
      ['', ''],
      ['10:00', '11:30'],
      ['09:00', '09:30'],
    ]
    expect(parseAvailability(form(recurring, rows))).toEqual({
      kind: 'recurring',
      weekdays: [0, 4],
      slots: [
        { start: '09:00', end: '09:30' },
        { start: '10:00', end: '11:30' },
      ],
    })
  })

  test('one date', () => {
    expect(
      parseAvailability(form({ kind: 'one-off', editing: '', date: tomorrow }, [['09:00', '09:30']])),
    ).toEqual({
      kind: 'one-off',
      date: tomorrow,
      slots: [{ start: '09:00', end: '09:30' }],
    })
  })

  test('editing a weekday, whose locked fields are not posted', () => {
    const [seen, also] = [crypto.randomUUID(), crypto.randomUUID()]
    const times: [string, string][] = [['09:00', '09:30']]
    expect(parseAvailability(form({ editing: '0', seen: [seen, also] }, times))).toEqual({
      kind: 'weekday',
      weekday: 0,
      seen: [seen, also],
      slots: [{ start: '09:00', end: '09:30' }],
    })
    // Not what any page posts; the database then says that the weekday is not as it was seen.
    expect(parseAvailability(form({ editing: '0', seen: 'mine' }, times))).toMatchObject({ seen: [] })
  })
})

describe('the availability form is not saved', () => {
  const time: [string, string][] = [['09:00', '09:30']]
  const fill = 'Please fill in all start and end times.'
  const order = 'End time must be after start time.'
  test.each([
    ['no day', { ...recurring, day: [] }, time, 'Please select at least one day for recurring availability.'],
    [
      'a day that is none',
      { ...recurring, day: '7' },
      time,
      'Please select at least one day for recurring availability.',
    ],
    ['no date', { kind: 'one-off', date: '' }, time, 'Please select a date for one-off availability.'],
    [
      'a date that has passed',
      { kind: 'one-off', date: addDays(dateAt(), -1) },
      time,
      'Please select a date for one-off availability.',
    ],
    ['no times at all', recurring, [['', '']], fill],
    ['no rows', recurring, [], fill],
    ['a start without an end', recurring, [...time, ['10:00', '']], fill],
    ['an end without a start', recurring, [['', '10:00']], fill],
    ['a time that is none', recurring, [['25:00', '26:00']], fill],
    ['an end before its start', recurring, [['10:00', '09:30']], order],
    ['no duration at all', recurring, [['10:00', '10:00']], order],
    ['an end past midnight, as it is filled in', recurring, [['23:45', '00:15']], order],
    ['nothing', {}, [], 'Please select a date for one-off availability.'],
  ] as [string, Record<string, string | string[]>, [string, string][], string][])(
    '%s',
    (_, fields, rows, problem) => {
      expect(parseAvailability(form(fields, rows))).toMatchObject({ problem })
    },
  )
})

describe('ends are filled in', () => {
  test('a start gives its end by the default duration, also over an end that was there', () => {
    expect(withStart({ start: '', end: '12:00' }, '09:00', 90)).toEqual({ start: '09:00', end: '10:30' })
    expect(withStart({ start: '09:00', end: '09:30' }, '', 30)).toEqual({ start: '', end: '09:30' })
  })
  test('another default duration fills only rows with a start but no end', () => {
    const rows = [
      { start: '09:00', end: '' },
      { start: '10:00', end: '10:30' },
      { start: '', end: '' },
    ]
    expect(withDuration(rows, 60)).toEqual([{ start: '09:00', end: '10:00' }, rows[1], rows[2]])
  })
  test('past midnight the clock begins again', () => expect(addMinutes('23:45', 30)).toBe('00:15'))
})
