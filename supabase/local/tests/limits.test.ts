// @module-tag full
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { residentMemory } from '@/scripts/processes'
import type { Running } from './embedded'
import { dataOf, openSocket, realtimeCopy } from './socket'

// These tests check the limits for a client that uses much memory or time. The server must still serve other clients.
let server: Running
let token: string

beforeAll(async () => {
  server = await realtimeCopy()
  token = (await server.signedIn('admin')).session.access_token
})

test('a client can join a hundred channels on one socket, but not one more', async () => {
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

test('the server disconnects a client that reads nothing, and other clients still get changes', async () => {
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
  // 40 changes × 100 channels × 5 KB are far more bytes than the buffers of a socket can take.
  for (let n = 0; n < 40; n++) {
    const id = await server.inquire('x'.repeat(5000))
    expect(dataOf(await quick.next('postgres_changes'))?.record).toMatchObject({ id })
  }
  slow.resume()
  await ended
  await quick.close()
})

test('a frame that is too large closes the socket', async () => {
  const { socket, closed } = await openSocket(server.url, server.publishableKey)
  socket.send(`["1","1","realtime:x","phx_join",{"x":"${'x'.repeat(100_000)}"}]`)
  expect(await closed).toBe(1009)
})

test('the server refuses a body above one megabyte, and does not keep it in memory', async () => {
  const before = residentMemory(server.process)
  const send = async (chunked: boolean) => {
    const outgoing = request(`${server.url}/rest/v1/time_slots`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        'content-type': 'application/json',
        ...(chunked ? {} : { 'content-length': 40_000_000 }),
      },
    })
    outgoing.on('error', () => undefined)
    outgoing.end(Buffer.alloc(40_000_000, ' '))
    const [response] = (await once(outgoing, 'response')) as [{ statusCode: number }]
    outgoing.destroy()
    return response.statusCode
  }
  expect(await Promise.all([send(true), send(false), send(true), send(true)])).toEqual([413, 413, 413, 413])
  expect(residentMemory(server.process) - before, 'megabytes').toBeLessThan(120)
})

test('the server refuses JSON nested 400,000 levels deep, and still serves the next request', async () => {
  const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`
  const { status } = await fetch(`${server.url}/rest/v1/rpc/create_inquiry`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: `{"p_name":"A","p_email":"a@example.com","p_message":${deep}}`,
  })
  expect(status).toBe(400)
  await server.inquire()
})

/** A WebSocket frame with this text, masked as browsers mask their frames. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}
