import { once } from 'node:events'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { movableClock, type Running, startCopy } from './embedded'
import { HARMLESS, hostile, places } from './injection-places'
import type { Sent } from './injection-ways'

// The server's session is a superuser: whatever a client gets into a statement's text runs past every policy. So each place
// where a client's text arrives is given hostile text and harmless text, and the same statements must reach Postgres.

let server: Running
let token: string

beforeAll(async () => {
  server = await startCopy({
    nodeArgs: [...movableClock, '--import', join(import.meta.dirname, 'log-statements.mjs')],
  })
  token = (await server.signedIn('admin')).session.access_token
})
afterAll(() => server.stop())
// A minute later the limit on sign-ins is as if there had been none.
beforeEach(() => server.advance(60_000))

async function statementsOf(sent: Sent, text: string): Promise<string[]> {
  await collect()
  await sent({ server, token }, text)
  return collect()
}

async function collect(): Promise<string[]> {
  const reply = once(server.process, 'message')
  server.process.send('statements')
  const [{ statements }] = (await reply) as [{ statements: string[] }]
  return statements
}

const plain = (statements: string[]) => statements.filter((sql) => sql !== 'commit' && sql !== 'rollback')
const intended = new Map<Sent, string[]>()

/** The statements that this place's harmless request runs, asked for once. */
async function intendedStatements(sent: Sent): Promise<string[]> {
  const known = intended.get(sent) ?? plain(await statementsOf(sent, HARMLESS))
  intended.set(sent, known)
  return known
}

/** A rejected request runs no statement; any other runs the statements of the harmless request, perhaps up to an error. */
async function expectOnlyIntended(sent: Sent, text: string) {
  const ran = plain(await statementsOf(sent, text))
  if (ran.length === 0) return
  expect(ran, `sent ${JSON.stringify(text)}`).toEqual((await intendedStatements(sent)).slice(0, ran.length))
}

test.each(Object.keys(places))('hostile text as %s never reaches a statement', async (place) => {
  const sent = places[place]
  if (!sent) throw new Error(place)
  for (const text of hostile) await expectOnlyIntended(sent, text)
})

test('nor does any text', async () => {
  const unlimited = Object.keys(places).filter((place) => place !== 'refresh token')
  // Without `*` and the empty text, which are words of the language themselves.
  const anything = fc.oneof(
    fc.string({ unit: 'binary', minLength: 2 }),
    fc.string({ unit: fc.constantFrom(...`"'\\;,.()$-:{}[]\0 ab1`), minLength: 2 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...unlimited), anything, (place, text) =>
      expectOnlyIntended(places[place] ?? (() => Promise.resolve()), text),
    ),
    {
      numRuns: process.env.SOAK ? 20_000 : 200,
    },
  )
})

test('a name that the catalog does not know runs nothing at all', async () => {
  for (const place of [
    'select column',
    'embedded table',
    'filter column',
    'order',
    'JSON key of an insert',
    'argument name',
    'on_conflict',
  ]) {
    const statements = await statementsOf(places[place] ?? (() => Promise.resolve()), 'nowhere')
    expect(
      statements.filter((sql) => /nowhere|insert|select (?!set_config)/.test(sql)),
      place,
    ).toEqual([])
  }
})

test('afterwards everything stands as before, and a visitor is still a visitor', async () => {
  const { supabase } = await server.signedIn('admin')
  for (const table of [
    'bookings',
    'inquiries',
    'availability',
    'time_slots',
    'recurring_availability',
    'time_slot_presets',
  ]) {
    const { error } = await supabase
      .from(table)
      .select(table === 'bookings' || table === 'inquiries' ? 'id' : '*')
    expect(error, table).toBeNull()
  }
  expect((await server.visitor().from('bookings').select('id')).error).toMatchObject({ code: '42501' })
  expect((await server.service().auth.admin.listUsers()).data.users).toHaveLength(2)
})
