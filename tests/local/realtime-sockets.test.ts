import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { client, type Running } from './embedded'
import { dataOf, openSocket, realtimeCopy } from './socket'

let server: Running
let token: string

beforeAll(async () => {
  server = await realtimeCopy()
  token = (await server.signedIn('admin')).session.access_token
})

test.each([
  [
    'an expired token',
    (s: Running) => s.sign({ role: 'authenticated', exp: 1 }),
    /^InvalidJWTToken: Token has expired/,
  ],
  ['a token without an end', (s: Running) => s.sign({ role: 'authenticated' }), /role.*exp.*required/],
  [
    'a role of the database',
    (s: Running) => s.sign({ role: 'postgres', exp: 9_999_999_999 }),
    /role.*exp.*required/,
  ],
  ['no token at all', () => Promise.resolve('x'), /^MalformedJWT/],
])('a join with %s is refused', async (_, token, reason) => {
  const socket = await openSocket(server.url, server.publishableKey)
  const reply = await socket.join('refused', 'inquiries', await token(server))
  expect(reply.payload.status).toBe('error')
  expect(reply.payload.response?.reason).toMatch(reason)
  await socket.close()
})

test.each([
  ['private channels', { private: true }, /private channels/],
  ['presence', { presence: { enabled: true } }, /presence/],
])('a join for %s names what is not served', async (_, config, reason) => {
  const socket = await openSocket(server.url, server.publishableKey)
  const reply = await socket.join('x', 'inquiries', undefined, config)
  expect(reply.payload).toMatchObject({
    status: 'error',
    response: { reason: expect.stringMatching(reason) as string },
  })
  await socket.close()
})

test('heartbeat, broadcast, leave, and a topic that was never joined', async () => {
  const socket = await openSocket(server.url, server.publishableKey)
  socket.send(null, '1', 'phoenix', 'heartbeat', {})
  expect(await socket.next('phx_reply')).toMatchObject({
    ref: '1',
    topic: 'phoenix',
    payload: { status: 'ok', response: {} },
  })
  socket.send('9', '2', 'realtime:never', 'phx_leave', {})
  expect((await socket.next('phx_reply')).payload).toMatchObject({
    status: 'error',
    response: { reason: 'unmatched topic' },
  })

  const joined = await socket.join('room', 'inquiries', token)
  const bindings = joined.payload.response?.postgres_changes as { id: number }[]
  const binding = bindings[0]
  expect(binding).toEqual({
    id: expect.any(Number) as number,
    event: '*',
    schema: 'public',
    table: 'inquiries',
  })
  socket.send('room', '3', 'realtime:room', 'broadcast', { event: 'x' })
  expect((await socket.next('phx_reply')).payload.response?.reason).toContain('"broadcast"')
  await server.inquire()
  expect((await socket.next('postgres_changes')).payload.ids).toEqual([binding?.id])
  socket.send('room', '4', 'realtime:room', 'phx_leave', {})
  expect((await socket.next('phx_reply')).payload.status).toBe('ok')
  expect(await socket.next('phx_close')).toMatchObject({ joinRef: 'room', topic: 'realtime:room' })
  socket.frames.length = 0
  await server.inquire()
  expect(await socket.settled()).toEqual([])
  await socket.close()
})

test('a hundred channels on one socket, and not one more', async () => {
  const socket = await openSocket(server.url, server.publishableKey)
  for (let n = 0; n < 100; n++) await socket.join(`c${n}`, 'inquiries', token)
  const over = await socket.join('c100', 'inquiries', token)
  expect(over.payload).toMatchObject({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  })
  await server.inquire()
  const topics = new Set<string>()
  while (topics.size < 100) topics.add((await socket.next('postgres_changes')).topic)
  await socket.close()
})

test('a channel ends when its token does', async () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { role: 'authenticated', app_metadata: { role: 'admin' } }
  const socket = await openSocket(server.url, server.publishableKey)
  await socket.join('short', 'inquiries', await server.sign({ ...claims, exp: now + 2 }))
  expect((await socket.next('system')).payload.status).toBe('ok')
  expect((await socket.next('system')).payload).toMatchObject({
    status: 'error',
    extension: 'system',
    message: expect.stringMatching(/^Token has expired \d+ seconds ago$/) as string,
  })
  await socket.next('phx_close')
  await server.inquire()
  await socket.settled()
  expect(socket.frames, 'nothing comes after the end').toEqual([])
  await socket.close()
})

test('a client that does not read is cut off, and holds up nobody', async () => {
  const { hostname, port } = new URL(server.url)
  const slow = connect(Number(port), hostname)
  const head = `GET /realtime/v1/websocket?apikey=${server.publishableKey}&vsn=2.0.0 HTTP/1.1`
  slow.write(
    `${head}\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`,
  )
  await once(slow, 'data')
  for (let n = 0; n < 100; n++) {
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'inquiries' }] }
    slow.write(
      textFrame(
        JSON.stringify([`${n}`, `${n}`, `realtime:${n}`, 'phx_join', { config, access_token: token }]),
      ),
    )
  }
  for (let replies = 0; replies < 100;) {
    const [chunk] = (await once(slow, 'data')) as [Buffer]
    replies += chunk.toString('latin1').split('Subscribed to PostgreSQL').length - 1
  }
  slow.pause()
  const ended = once(slow, 'close')
  slow.on('error', () => undefined)
  const quick = await openSocket(server.url, server.publishableKey)
  await quick.join('quick', 'inquiries', token)
  // 40 × 100 channels × 5 KB is far more than the sockets of a machine hold.
  for (let n = 0; n < 40; n++) {
    const id = await server.inquire('x'.repeat(5000))
    expect(dataOf(await quick.next('postgres_changes'))?.record).toMatchObject({ id })
  }
  slow.resume()
  await ended
  await quick.close()
})

test.each([
  ['text that is no frame', 'hello', 1007],
  ['a frame of the older protocol', '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}', 1007],
  ['a binary frame', Buffer.from([3, 0, 0, 0, 0, 0, 0]), 1007],
  ['a frame that is too large', `["1","1","realtime:x","phx_join",{"x":"${'x'.repeat(100_000)}"}]`, 1009],
])('%s closes the socket', async (_, frame, code) => {
  const socket = await openSocket(server.url, server.publishableKey)
  socket.socket.send(frame)
  expect(await socket.closed).toBe(code)
})

test.each([
  ['without a key', 'vsn=2.0.0', 401, { error: 'API key is missing' }],
  ['with a wrong key', 'apikey=x&vsn=2.0.0', 401, { message: 'Invalid API key' }],
  [
    'in the older protocol',
    'apikey={key}&vsn=1.0.0',
    400,
    { message: expect.stringContaining('1.0.0') as string },
  ],
])('a connection %s is refused', async (_, query, status, body) => {
  const url = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query.replace('{key}', server.publishableKey)}`
  const socket = new WebSocket(url)
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    AsyncIterable<Buffer> & { statusCode: number },
  ]
  expect(response.statusCode).toBe(status)
  for await (const chunk of response) expect(JSON.parse(chunk.toString())).toEqual(body)
})

test('a user’s logout in the browser reaches supabase-js’s channels as a closed join, not as an error', async () => {
  const supabase = client(server, server.publishableKey)
  const status = await new Promise((resolve) => {
    supabase
      .channel('anyone')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'inquiries' }, () => undefined)
      .subscribe(resolve)
  })
  expect(status).toBe('SUBSCRIBED')
  expect(await supabase.removeAllChannels()).toEqual(['ok'])
})

/** A masked text frame, as a browser sends it. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}
