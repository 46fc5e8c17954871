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
  ['a row in the middle', 'abde', 'abcde', 'c', 'abcde'],
  ['the first row', 'bcd', 'abcd', 'a', 'abcd'],
  ['two rows', 'ad', 'abcd', 'bc', 'abcd'],
  ['a row that the server now sorts last', 'acdb', 'abcd', 'b', 'abcd'],
  ['a row beside one that another admin removed', 'ad', 'abcd', 'c', 'acd'],
  ['a row below new ones', 'xyacd', 'abcd', 'b', 'xyabcd'],
  ['no row', 'xca', 'abc', '', 'xca'],
])(
  'what an admin has just handled stays in its place in the list: %s',
  (_, page, before, handled, expected) => {
    expect(ids(withHandled(rows(page), rows(before), [...handled]))).toBe(expected)
  },
)

test('a handled row shows the server’s version as long as the server still lists it', () => {
  expect(withHandled([row('a', 2)], [row('a', 1), row('b', 1)], ['a', 'b'])).toEqual([
    row('a', 2),
    row('b', 1),
  ])
})
