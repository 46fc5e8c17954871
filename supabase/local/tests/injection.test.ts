// @module-tag full
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { movableClock, type Running, startCopy } from './embedded'
import { HARMLESS, hostile, inputs, type SendText } from './injection-inputs'

// The server's Postgres session is a superuser's, so a client's text inside a statement would pass every policy. For
// each input, the test expects the same statements at Postgres for hostile texts as for a harmless text.

let server: Running
let token: string

beforeAll(async () => {
  server = await startCopy({
    nodeArgs: [...movableClock, '--import', join(import.meta.dirname, 'log-statements.mjs')],
  })
  token = (await server.signedIn('admin')).session.access_token
})
afterAll(() => server.stop())
// A minute later, the server's limit on sign-ins lets the next test sign in.
beforeEach(() => server.advance(60_000))

async function statementsOf(send: SendText, text: string): Promise<string[]> {
  await collect()
  await send({ server, token }, text)
  return collect()
}

async function collect(): Promise<string[]> {
  const reply = once(server.process, 'message')
  server.process.send('statements')
  const [{ statements }] = (await reply) as [{ statements: string[] }]
  return statements
}

const plain = (statements: string[]) => statements.filter((sql) => sql !== 'commit' && sql !== 'rollback')

test.each(Object.entries(inputs))('hostile text in %s never reaches a statement', async (_, send) => {
  const intended = plain(await statementsOf(send, HARMLESS))
  for (const text of hostile) {
    // The server may run fewer statements than for the harmless text, if it refuses the text or an error ends the call.
    const ran = plain(await statementsOf(send, text))
    expect(ran, `sent ${JSON.stringify(text)}`).toEqual(intended.slice(0, ran.length))
  }
})

test('after all hostile texts the tables exist, and a visitor still cannot read bookings', async () => {
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
