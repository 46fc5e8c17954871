import { expect, test } from 'vitest'
import { lastShown, monthShowing, readAddress, addressHref } from '@/lib/booking/address'
import { bookableDates } from '@/lib/dates'
import { packages } from '@/lib/content/packages'

const today = '2026-11-20'
const slot = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const read = (query: string) => readAddress(new URLSearchParams(query), today)
const opening = {
  date: '2026-11-21',
  month: '2026-11',
  slot: null,
  step: 1,
  package: null,
  fit: null,
} as const

test('the booking page opens on the studio’s tomorrow', () => expect(read('')).toEqual(opening))

test.each([
  'date=2026-02-30',
  'date=tomorrow',
  'date=9999-12-31',
  'date=0001-01-01',
  'date=2028-01-20',
  'date=2026-10-01',
  'slot=1',
  'step=9',
  'date=&step=2&slot=',
  'date=%00',
  'month=2026-10',
  'month=2027-12',
  'month=2026-13',
  'month=2026-11-21',
  'package=gold',
  'package=__proto__',
  'fit=people',
  'fit=who%3D%3Cb%3E',
])('the page ignores junk: %s', (query) => expect(read(query)).toEqual(opening))

test('a visitor’s choice in the booking page’s URL is read back unchanged', () => {
  for (const address of [
    { ...opening, date: '2026-12-01', month: '2026-12' },
    { ...opening, date: '2026-12-01', month: '2027-11' },
    { ...opening, date: '2026-12-01', month: '2026-12', slot },
    { ...opening, date: '2026-12-01', month: '2026-12', slot, step: 2, package: 'growth' },
    { ...opening, step: 2, package: 'scale' },
    { ...opening, step: 2 },
    { ...opening, package: 'growth', fit: 'who=people&first=one-thing' },
  ] as const) {
    expect(read(addressHref(address).split('?')[1] ?? '')).toEqual(address)
  }
})

test('the calendar offers the dates that the database accepts: tomorrow to 365 days ahead', () => {
  expect(bookableDates(today)).toEqual({ first: '2026-11-21', last: '2027-11-20' })
})

test('step 2 of the booking page needs a date and a time, or neither for a message', () => {
  expect(read('step=2&date=2026-12-01').step).toBe(1)
  expect(read('step=2')).toEqual({ ...opening, step: 2 })
})

test('a URL may name a past date, so that the page can say that the date has no free times', () => {
  expect(read('date=2026-11-20').date).toBe('2026-11-20')
})

test('the packages’ start buttons link to packages that the booking page knows', () => {
  const ids = packages.items.map(({ id }) => id)
  expect(ids.map((id) => read(`package=${id}`).package)).toEqual(ids)
})

test('choosing a day of the next month that the calendar shows does not change the month', () => {
  expect(lastShown('2026-11')).toBe('2026-12-06')
  expect(lastShown('2027-02')).toBe('2027-03-14')
  expect(monthShowing('2026-12-06', '2026-11')).toBe('2026-11')
  expect(monthShowing('2026-12-07', '2026-11')).toBe('2026-12')
  expect(monthShowing('2026-11-30', '2026-12')).toBe('2026-11')
})
