import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import type { Running } from './embedded'
import { dataOf, openSocket, realtimeCopy } from './socket'

let server: Running
let token: string

beforeAll(async () => {
  server = await realtimeCopy()
  token = (await server.signedIn('admin')).session.access_token
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

/** A masked text frame, as a browser sends it. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}
