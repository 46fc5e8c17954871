import { expect, test } from 'vitest'
import { defaultView, readView, sortBy, writeView } from '@/lib/requests/view'

test('what the admin looks at survives the way through the URL', () => {
  const view = {
    q: 'tūhoe & co',
    type: 'booking',
    status: 'pending',
    sort: 'time',
    descending: true,
    page: 3,
    size: 50,
  } as const
  expect(readView(Object.fromEntries(new URLSearchParams(writeView(view, ''))))).toEqual(view)
})

test('the usual view leaves the URL empty, and other parameters stay', () => {
  expect(writeView(defaultView, '?q=old&page=2')).toBe('')
  expect(writeView({ ...defaultView, sort: 'name', descending: false }, '?x=1')).toBe('?x=1&sort=name')
})

test('junk in the URL is ignored', () => {
  const junk = {
    q: ['a', 'b'],
    type: 'x',
    status: '<script>',
    sort: '-constructor',
    page: '-1',
    size: '10000',
  }
  expect(readView(junk)).toEqual(defaultView)
  expect(readView({ page: '1e9' }).page).toBe(1)
})

test('choosing the same column flips its order, again and again; another starts ascending on the first page', () => {
  const once = sortBy({ ...defaultView, page: 4 }, 'created')
  expect(once).toMatchObject({ sort: 'created', descending: false, page: 1 })
  expect(sortBy(once, 'created').descending).toBe(true)
  expect(sortBy(defaultView, 'email')).toMatchObject({ sort: 'email', descending: false })
})
