// @module-tag full
import { generateKeyPair, exportJWK, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import type { Running } from './embedded'
import { dataOf, openSocket, realtimeCopy } from './socket'

// Expects the same frames as the real Realtime server (v2.128.1) sent in the same situations, but without its delays.

let server: Running
let admin: Awaited<ReturnType<Running['signedIn']>>
let token: string
const open = () => openSocket(server.url, server.publishableKey)
const inOneHour = () => Math.floor(Date.now() / 1000) + 3_600

beforeAll(async () => {
  server = await realtimeCopy()
  admin = await server.signedIn('admin')
  token = admin.session.access_token
})

/** An access token signed by another server's key, with the key name `kid`. */
async function foreign(kid?: string) {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const claims = { role: 'authenticated', exp: inOneHour() }
  if (kid === undefined) return server.sign(claims, await exportJWK(privateKey))
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).sign(privateKey)
}

test('an event has the row as its change left it, even a long row or one that changes again', async () => {
  const socket = await open()
  await socket.join('calls', 'bookings', token)
  await socket.next('system')
  const id = await server.book()
  await socket.next('postgres_changes')
  // Confirms the call. The same transaction changes the booking a second time, to set its column `known`.
  const { error } = await admin.supabase.rpc('send_reply', {
    p_id: crypto.randomUUID(),
    p_request_id: id,
    p_revision: 0,
    p_kind: 'confirm',
  })
  expect(error).toBeNull()
  const seen = [await socket.next('postgres_changes'), await socket.next('postgres_changes')].map(dataOf)
  expect(seen).toMatchObject([
    { type: 'UPDATE', record: { status: 'confirmed', revision: 1, known: { status: 'pending' } } },
    { type: 'UPDATE', record: { status: 'confirmed', revision: 1, known: { status: 'confirmed' } } },
  ])
  expect(seen.map((change) => Object.keys(change?.record ?? {}).length)).toEqual([24, 24])

  await socket.join('messages', 'inquiries', token)
  await socket.next('system')
  const long = '🌊'.repeat(5_000)
  await server.inquire(long)
  expect(dataOf(await socket.next('postgres_changes'))?.record).toMatchObject({ message: long })
  await socket.close()
})

test('the server ignores a repeated token, confirms a new one, and goes on sending changes', async () => {
  const socket = await open()
  await socket.join('room', 'inquiries', token)
  await socket.next('system')
  const send = (given: string) =>
    socket.send('room', '2', 'realtime:room', 'access_token', { access_token: given })
  send(token)
  send(server.publishableKey)
  expect(await socket.settled()).toEqual([])
  send((await server.signedIn('admin')).session.access_token)
  expect((await socket.next('system')).payload).toEqual({
    channel: 'room',
    extension: 'postgres_changes',
    message: 'Subscribed to PostgreSQL',
    status: 'ok',
  })
  await server.inquire()
  await socket.next('postgres_changes')
  await socket.close()
})

const noKey =
  'Failed to generate JWT signer for key ID (kid) "other", check your JWT secret or JWKS configuration'
test.each<[string, () => Promise<string>, RegExp | string, RegExp | string]>([
  [
    'malformed',
    async () => 'x',
    'MalformedJWT: The token provided is not a valid JWT',
    'The token provided is not a valid JWT',
  ],
  [
    'expired',
    () => server.sign({ role: 'authenticated', exp: inOneHour() - 3_817 }),
    /^InvalidJWTToken: Token has expired 21[78] seconds ago$/,
    /^Token has expired 21[78] seconds ago$/,
  ],
  [
    'never-ending',
    () => server.sign({ role: 'authenticated' }),
    'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    'Fields `role` and `exp` are required in JWT',
  ],
  [
    'database role’s',
    () => server.sign({ role: 'postgres', exp: inOneHour() }),
    'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    'Fields `role` and `exp` are required in JWT',
  ],
  ['foreign', () => foreign(), 'JwtSignatureError: Failed to validate JWT signature', ':signature_error'],
  ['unknown-key', () => foreign('other'), `JwtSignerError: ${noKey}`, noKey],
])(
  'a %s token fails a join and ends an open channel with Realtime’s own words',
  async (_, make, atJoin, later) => {
    const matching = (words: RegExp | string) =>
      (typeof words === 'string' ? words : expect.stringMatching(words)) as string
    const socket = await open()
    const refused = await socket.join('refused', 'inquiries', await make())
    expect(refused).toEqual({
      joinRef: 'refused',
      ref: 'refused',
      topic: 'realtime:refused',
      event: 'phx_reply',
      payload: { status: 'error', response: { reason: matching(atJoin) } },
    })
    await socket.join('room', 'inquiries', token)
    await socket.next('system')
    socket.send('room', '2', 'realtime:room', 'access_token', { access_token: await make() })
    const [system, closed] = [await socket.next('system'), await socket.next('phx_close')]
    expect(system).toMatchObject({
      joinRef: 'room',
      ref: null,
      payload: { channel: 'room', extension: 'system', message: matching(later), status: 'error' },
    })
    expect(closed).toMatchObject({ joinRef: 'room', ref: 'room', topic: 'realtime:room', payload: {} })
    await socket.close()
  },
)

test.each([
  [
    'a table that is not published',
    { event: '*', schema: 'public', table: 'notes' },
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect ' +
      'parameters: [event: *, schema: public, table: notes, filters: [], select: nil]',
  ],
  [
    'no schema and no table',
    { event: '*' },
    'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: %{"event" => "*"}',
  ],
])(
  'a subscription to %s gets an error and stops every subscription of its channel',
  async (_, wrong, message) => {
    const socket = await open()
    const good = { event: '*', schema: 'public', table: 'inquiries' }
    const reply = await socket.join('room', 'inquiries', token, { postgres_changes: [good, wrong] })
    expect(reply.payload).toMatchObject({ status: 'ok', response: { postgres_changes: [good, wrong] } })
    expect((await socket.next('system')).payload).toEqual({
      channel: 'room',
      extension: 'postgres_changes',
      message,
      status: 'error',
    })
    await server.inquire()
    expect(await socket.settled()).toEqual([])
    await socket.close()
  },
)

test('a second join of a topic closes the first; a late leave of the first changes nothing', async () => {
  const socket = await open()
  await socket.join('room', 'inquiries', token)
  await socket.next('system')
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'inquiries' }] }
  socket.send('b', 'b', 'realtime:room', 'phx_join', { config, access_token: token })
  await socket.next('system')
  expect(socket.frames.map(({ joinRef, ref, event }) => [joinRef, ref, event])).toEqual([
    ['b', 'b', 'phx_reply'],
    ['room', 'room', 'phx_close'],
  ])
  socket.frames.length = 0
  socket.send('room', '3', 'realtime:room', 'phx_leave', {})
  expect(await socket.settled()).toEqual([])
  await server.inquire()
  await socket.next('postgres_changes')
  await socket.close()
})

test('a frame for an invalid topic or a topic that is not joined gets an error', async () => {
  const socket = await open()
  const refused = (ref: string, joinRef: string | null, topic: string, reason: string) => ({
    joinRef,
    ref,
    topic,
    event: 'phx_reply',
    payload: { status: 'error', response: { reason } },
  })
  socket.send('1', '1', 'elsewhere', 'phx_join', {})
  expect(await socket.next('phx_reply')).toEqual(refused('1', null, 'elsewhere', 'unmatched topic'))
  socket.send('2', '2', 'realtime:never', 'access_token', { access_token: token })
  expect(await socket.next('phx_reply')).toEqual(refused('2', null, 'realtime:never', 'unmatched topic'))
  socket.send('3', '3', 'realtime:', 'phx_join', {})
  const nameless = 'TopicNameRequired: You must provide a topic name'
  expect(await socket.next('phx_reply')).toEqual(refused('3', '3', 'realtime:', nameless))
  socket.send('4', '4', 'realtime:never', 'phx_leave', {})
  expect((await socket.next('phx_reply')).payload).toEqual({ status: 'ok', response: {} })
  expect(await socket.settled()).toEqual([])
  await socket.close()
})

test('an invalid frame, an unknown event and a broadcast get no reply; the socket stays open', async () => {
  const socket = await open()
  await socket.join('room', 'inquiries', token)
  await socket.next('system')
  for (const text of ['no json', '{"topic":"realtime:room"}', '[1,2]', '""', 'null']) socket.socket.send(text)
  socket.send('room', '2', 'realtime:room', 'broadcast', { type: 'broadcast', event: 'x', payload: {} })
  socket.send('room', '3', 'realtime:room', 'wave', {})
  expect(await socket.settled()).toEqual([])
  await server.inquire()
  await socket.next('postgres_changes')
  await socket.close()
})
