// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPage } from '@/lib/requests/list'
import { readAddress } from '@/lib/requests/address'
import type { SessionClient } from '@/lib/supabase/server'
import { startCopy, type Running } from './embedded'

// Searches with characters that have a special meaning in PostgREST, in LIKE or in a URL.
const words = [
  'a,b',
  'a{b}',
  '(c)',
  '"hi"',
  'back\\slash',
  '100%',
  'under_score',
  'st*r',
  "it's",
  'x=y&or=z',
  'Ελλάδα',
  'Tūhoe',
]
let server: Running
let admin: SessionClient
beforeAll(async () => {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
  server = await startCopy({
    sql: words
      .map(
        (word, n) =>
          `insert into public.inquiries (name, email, message) values ('Person ${n}', 'person${n}@example.com', ${literal(`some ${word} here`)});`,
      )
      .join('\n'),
  })
  admin = (await server.signedIn('admin')).supabase as SessionClient
})
afterAll(() => server.stop())

test.each(words.map((word, n) => [word, `Person ${n}`] as const))(
  'an admin who searches for %s finds its writer alone',
  async (word, name) => {
    const { rows, total } = await readPage(admin, readAddress({ q: word }))
    expect({ total, names: rows.map((row) => row.name) }).toEqual({ total: 1, names: [name] })
  },
)

test('a link to page 9 of a shorter list shows the last page, not an empty list', async () => {
  const { rows, total } = await readPage(admin, readAddress({ sort: 'name', page: '9' }))
  expect(total).toBe(words.length)
  expect(rows).toHaveLength(words.length)
  expect(rows[0]?.name).toBe('Person 0')
  expect(await readPage(admin, readAddress({ q: 'nobody', page: '9' }))).toMatchObject({ total: 0, rows: [] })
})

test('a search in any tab of the list finds requests of all tabs, and keeps the filters', async () => {
  expect((await readPage(admin, readAddress({ view: 'upcoming', q: 'person' }))).total).toBe(words.length)
  expect((await readPage(admin, readAddress({ view: 'upcoming' }))).total).toBe(0)
  expect((await readPage(admin, readAddress({ q: 'person', type: 'booking' }))).total).toBe(0)
})

test('a user without the admin role gets an error in place of the list, not an empty list', async () => {
  const { supabase } = await server.signedIn('member')
  const list = readPage(supabase as SessionClient, readAddress({}))
  await expect(list).rejects.toMatchObject({ reason: 'not-admin' })
})
