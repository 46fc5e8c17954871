import { expect, test } from 'vitest'
import { withHandled } from '@/app/admin/_requests/list/use-handled-rows'
import type { Inquiry } from '@/lib/requests/request'

const row = (id: string, revision = 0): Inquiry => ({
  ...{ type: 'inquiry', id, revision, name: id, email: 'a@example.org', message: null },
  ...{ status: 'new', created_at: '2026-11-23T00:00:00Z' },
})
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join('')
const rows = (names: string) => [...names].map((name) => row(name))

test.each([
  ['a row that was handled stays where it was', 'abde', 'abcde', 'c', 'abcde'],
  ['also at the top', 'bcd', 'abcd', 'a', 'abcd'],
  ['and several, each in its place', 'ad', 'abcd', 'bc', 'abcd'],
  ['though the server has it elsewhere now', 'acdb', 'abcd', 'b', 'abcd'],
  ['beside one that somebody else took away', 'ad', 'abcd', 'c', 'acd'],
  ['below what has come', 'xyacd', 'abcd', 'b', 'xyabcd'],
  ['nothing was handled: the server’s rows', 'xca', 'abc', '', 'xca'],
])('%s', (_, page, before, handled, expected) => {
  expect(ids(withHandled(rows(page), rows(before), [...handled]))).toBe(expected)
})

test('a handled row shows the server’s version while the server still lists it', () => {
  expect(withHandled([row('a', 2)], [row('a', 1), row('b', 1)], ['a', 'b'])).toEqual([
    row('a', 2),
    row('b', 1),
  ])
})
