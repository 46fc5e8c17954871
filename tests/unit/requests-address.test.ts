import { expect, test } from 'vitest'
import {
  chooseTab,
  describeEmpty,
  readAddress,
  searchFor,
  sortBy,
  withoutFilters,
  writeAddress,
} from '@/lib/requests/address'

const usual = readAddress({})

test('the tab, filters and search of the admin’s list are read back from the URL unchanged', () => {
  const address = {
    tab: 'past',
    q: 'tūhoe & co',
    type: 'booking',
    status: 'pending',
    owner: 'mine',
    outcome: 'undecided',
    from: '2026-12-07',
    to: '2026-12-11',
    sort: '-time',
    page: 3,
  } as const
  expect(readAddress(Object.fromEntries(new URLSearchParams(writeAddress(address))))).toEqual(address)
})

test('the URL of the admin’s list names the tab, omits default values and keeps other parameters', () => {
  expect(writeAddress(usual)).toBe('?view=all')
  expect(writeAddress(usual, '?q=old&page=2')).toBe('?view=all')
  expect(writeAddress({ ...usual, sort: 'name' }, '?date=2027-01-05')).toBe(
    '?date=2027-01-05&view=all&sort=name',
  )
})

test('a URL without a tab lists all requests, newest first', () => {
  for (const params of [{}, { q: 'mere' }, { type: 'booking' }, { date: '2027-01-05' }])
    expect(readAddress(params)).toMatchObject({ tab: 'all', sort: '-created' })
})

test('the admin’s list ignores invalid values in the URL', () => {
  const junk = {
    view: 'constructor',
    q: ['a', 'b'],
    type: 'x',
    status: '<script>',
    from: '2026-02-30',
    to: '2199-01-01',
    sort: '-constructor',
    page: '-1',
  }
  expect(readAddress(junk)).toEqual(usual)
  expect(readAddress({ page: '1e9' }).page).toBe(1)
})

test('a search is cut to the database’s limit of 200, never inside a character', () => {
  expect([...readAddress({ q: '🌊'.repeat(300) }).q]).toHaveLength(200)
})

test('a search loses control and other invisible characters, like all text', () => {
  expect(readAddress({ q: '\0' })).toEqual(usual)
  expect(readAddress({ q: " me\0re\u202E  o'neill\uD800 " }).q).toBe("mere o'neill")
  expect(readAddress({ q: '\0'.repeat(300) + 'mere' }).q).toBe('mere')
})

test('choosing a column sorts by it, on the first page; choosing the column again reverses the order', () => {
  const once = sortBy({ ...usual, page: 4 }, 'created')
  expect(once).toMatchObject({ sort: 'created', page: 1 })
  expect(sortBy(once, 'created').sort).toBe('-created')
  expect(sortBy(usual, 'email').sort).toBe('email')
})

test('a search covers all requests, newest first; clearing the search restores the tab', () => {
  const due = { ...chooseTab(usual, 'to_answer'), page: 2 }
  const found = searchFor(due, 'mere')
  expect(found).toMatchObject({ q: 'mere', sort: '-created', page: 1 })
  expect(readAddress(Object.fromEntries(new URLSearchParams(writeAddress(found))))).toEqual(found)
  expect(searchFor(found, '')).toEqual({ ...due, page: 1 })
  const byName = { ...due, sort: 'name' } as const
  expect(searchFor(byName, 'mere').sort).toBe('name')
})

test('removing the filters of a search shows all its results, from the first page', () => {
  const narrowed = { ...usual, q: 'mere', type: 'inquiry', owner: 'mine', page: 3 } as const
  expect(withoutFilters(narrowed)).toEqual({ ...usual, q: 'mere' })
})

test('a chosen tab starts on the first page, without filters, in the tab’s default order', () => {
  const searched = { ...usual, q: 'mere', type: 'inquiry', page: 3, sort: 'name' } as const
  const upcoming = chooseTab(searched, 'upcoming')
  expect(upcoming).toEqual({ ...usual, tab: 'upcoming', sort: 'date' })
  expect(writeAddress(upcoming)).toBe('?view=upcoming')
  expect(chooseTab(upcoming, 'all')).toEqual(usual)
})

test('a list without rows says why: no request in the studio, in the tab, or found', () => {
  const past = chooseTab(usual, 'past')
  expect(describeEmpty(usual, { all: 0 }).text).toBe('No records found')
  expect(describeEmpty(past, { all: 0 }).text).toBe('No records found')
  expect(describeEmpty(past, { all: 1 })).toEqual({
    text: 'No requests here',
    hint: 'A call comes here after its day.',
  })
  for (const address of [searchFor(usual, 'nobody'), { ...past, status: 'read' as const }])
    expect(describeEmpty(address, { all: 1 })).toEqual({ text: 'No records match your search' })
  expect(describeEmpty(searchFor(usual, 'nobody'), { all: 0 }).text).toBe('No records match your search')
})
