// @module-tag full
import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { nodeClient } from '@/scripts/supabase-client'
import { type Running } from './embedded'
import { openSocket, realtimeCopy } from './socket'

let server: Running
let token: string

beforeAll(async () => {
  server = await realtimeCopy()
  token = (await server.signedIn('admin')).session.access_token
})

test.each([
  ['private channels', { private: true }, /private channels/],
  ['presence', { presence: { enabled: true } }, /presence/],
  ['broadcasts with a reply', { broadcast: { ack: true } }, /broadcast/],
])('the error of a join names the unsupported feature: %s', async (_, config, reason) => {
  const socket = await openSocket(server.url, server.publishableKey)
  const reply = await socket.join('x', 'inquiries', undefined, config)
  expect(reply.payload).toMatchObject({
    status: 'error',
    response: { reason: expect.stringMatching(reason) as string },
  })
  await socket.close()
})

test('a heartbeat gets a reply, a subscription gets an id, and after a leave no change comes', async () => {
  const socket = await openSocket(server.url, server.publishableKey)
  socket.send(null, '1', 'phoenix', 'heartbeat', {})
  expect(await socket.next('phx_reply')).toMatchObject({
    ref: '1',
    topic: 'phoenix',
    payload: { status: 'ok', response: {} },
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

test('a channel closes when its token expires', async () => {
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

test.each([
  ['without a key', 'vsn=2.0.0', 401, { error: 'API key is missing' }],
  ['with a wrong key', 'apikey=x&vsn=2.0.0', 401, { message: 'Invalid API key' }],
  [
    'in the older protocol',
    'apikey={key}&vsn=1.0.0',
    400,
    { message: expect.stringContaining('1.0.0') as string },
  ],
])('the server refuses a connection %s', async (_, query, status, body) => {
  const url = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query.replace('{key}', server.publishableKey)}`
  const socket = new WebSocket(url)
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    AsyncIterable<Buffer> & { statusCode: number },
  ]
  expect(response.statusCode).toBe(status)
  for await (const chunk of response) expect(JSON.parse(chunk.toString())).toEqual(body)
})

test('supabase-js leaves its channels without an error', async () => {
  const supabase = nodeClient(server, server.publishableKey)
  const status = await new Promise((resolve) => {
    supabase
      .channel('anyone')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'inquiries' }, () => undefined)
      .subscribe(resolve)
  })
  expect(status).toBe('SUBSCRIBED')
  expect(await supabase.removeAllChannels()).toEqual(['ok'])
})
