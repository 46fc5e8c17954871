import { expect, test } from 'vitest'
import {
  chooseView,
  describeEmpty,
  readView,
  searchFor,
  sortBy,
  withoutFilters,
  writeView,
} from '@/lib/requests/view'

const usual = readView({})

test('the view, filters and search of the admin’s list are read back from the URL unchanged', () => {
  const view = {
    view: 'past',
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
  expect(readView(Object.fromEntries(new URLSearchParams(writeView(view))))).toEqual(view)
})

test('the URL of the admin’s list names the view, omits default values and keeps other parameters', () => {
  expect(writeView(usual)).toBe('?view=all')
  expect(writeView(usual, '?q=old&page=2')).toBe('?view=all')
  expect(writeView({ ...usual, sort: 'name' }, '?date=2027-01-05')).toBe(
    '?date=2027-01-05&view=all&sort=name',
  )
})

test('a URL without a view lists all requests, newest first', () => {
  for (const params of [{}, { q: 'mere' }, { type: 'booking' }, { date: '2027-01-05' }])
    expect(readView(params)).toMatchObject({ view: 'all', sort: '-created' })
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
  expect(readView(junk)).toEqual(usual)
  expect(readView({ page: '1e9' }).page).toBe(1)
})

test('a search is cut to the database’s limit of 200, never inside a character', () => {
  expect([...readView({ q: '🌊'.repeat(300) }).q]).toHaveLength(200)
})

test('a search loses control and other invisible characters, like all text', () => {
  expect(readView({ q: '\0' })).toEqual(usual)
  expect(readView({ q: " me\0re\u202E  o'neill\uD800 " }).q).toBe("mere o'neill")
  expect(readView({ q: '\0'.repeat(300) + 'mere' }).q).toBe('mere')
})

test('choosing a column sorts by it, on the first page; choosing the column again reverses the order', () => {
  const once = sortBy({ ...usual, page: 4 }, 'created')
  expect(once).toMatchObject({ sort: 'created', page: 1 })
  expect(sortBy(once, 'created').sort).toBe('-created')
  expect(sortBy(usual, 'email').sort).toBe('email')
})

test('a search covers all requests, newest first; clearing the search restores the view', () => {
  const due = { ...chooseView(usual, 'to_answer'), page: 2 }
  const found = searchFor(due, 'mere')
  expect(found).toMatchObject({ q: 'mere', sort: '-created', page: 1 })
  expect(readView(Object.fromEntries(new URLSearchParams(writeView(found))))).toEqual(found)
  expect(searchFor(found, '')).toEqual({ ...due, page: 1 })
  const byName = { ...due, sort: 'name' } as const
  expect(searchFor(byName, 'mere').sort).toBe('name')
})

test('removing the filters of a search shows all its results, from the first page', () => {
  const narrowed = { ...usual, q: 'mere', type: 'inquiry', owner: 'mine', page: 3 } as const
  expect(withoutFilters(narrowed)).toEqual({ ...usual, q: 'mere' })
})

test('a chosen view starts on the first page, without filters, in the view’s default order', () => {
  const searched = { ...usual, q: 'mere', type: 'inquiry', page: 3, sort: 'name' } as const
  const upcoming = chooseView(searched, 'upcoming')
  expect(upcoming).toEqual({ ...usual, view: 'upcoming', sort: 'date' })
  expect(writeView(upcoming)).toBe('?view=upcoming')
  expect(chooseView(upcoming, 'all')).toEqual(usual)
})

test('a list without rows says why: no request in the studio, in the tab, or found', () => {
  const past = chooseView(usual, 'past')
  expect(describeEmpty(usual, { all: 0 }).text).toBe('No records found')
  expect(describeEmpty(past, { all: 0 }).text).toBe('No records found')
  expect(describeEmpty(past, { all: 1 })).toEqual({
    text: 'No requests here',
    hint: 'A call comes here after its day.',
  })
  for (const view of [searchFor(usual, 'nobody'), { ...past, status: 'read' as const }])
    expect(describeEmpty(view, { all: 1 })).toEqual({ text: 'No records match your search' })
  expect(describeEmpty(searchFor(usual, 'nobody'), { all: 0 }).text).toBe('No records match your search')
})
