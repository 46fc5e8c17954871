// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPage } from '@/lib/requests/list'
import { readView } from '@/lib/requests/view'
import type { SessionClient } from '@/lib/supabase/server'
import { startCopy, type Running } from './embedded'

// What PostgREST, LIKE or a URL could take for something else.
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
  'a search for %s finds who wrote it, and nobody else',
  async (word, name) => {
    const { rows, total } = await readPage(admin, readView({ q: word }))
    expect({ total, names: rows.map((row) => row.name) }).toEqual({ total: 1, names: [name] })
  },
)

test('a page past the last shows the last, so that an old link is not an empty list', async () => {
  const { rows, total } = await readPage(admin, readView({ sort: 'name', page: '9' }))
  expect(total).toBe(words.length)
  expect(rows).toHaveLength(words.length)
  expect(rows[0]?.name).toBe('Person 0')
  expect(await readPage(admin, readView({ q: 'nobody', page: '9' }))).toMatchObject({ total: 0, rows: [] })
})

test('a search looks everywhere, whatever view is chosen, and filters stay', async () => {
  expect((await readPage(admin, readView({ view: 'upcoming', q: 'person' }))).total).toBe(words.length)
  expect((await readPage(admin, readView({ view: 'upcoming' }))).total).toBe(0)
  expect((await readPage(admin, readView({ q: 'person', type: 'booking' }))).total).toBe(0)
})

test('somebody who is no admin is told so, and does not see an empty list', async () => {
  const { supabase } = await server.signedIn('member')
  const list = readPage(supabase as SessionClient, readView({}))
  await expect(list).rejects.toMatchObject({ reason: 'not-admin' })
})
