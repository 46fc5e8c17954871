import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { client, startCopy, type Running } from './embedded'
import { openSocket, type Change } from './socket'

let server: Running
let admin: Awaited<ReturnType<Running['signedIn']>>
let member: Awaited<ReturnType<Running['signedIn']>>
let guests = 0

beforeAll(async () => {
  // The site never deletes bookings; this lets a test do so.
  server = await startCopy({
    sql: `grant delete on public.bookings to authenticated;
          create policy "Admins delete" on public.bookings for delete to authenticated using (public.is_admin());
          create table public.notes (id int primary key); grant select on public.notes to authenticated;
          update private.submission_caps set max = 1000000`,
  })
  admin = await server.signedIn('admin')
  member = await server.signedIn('member')
})
afterAll(() => server.stop())

/** An inquiry from somebody new; returns its id. */
async function inquire(message: string | null = null): Promise<string> {
  const visitor = server.visitor()
  const { data, error } = await visitor.rpc('create_inquiry', {
    p_name: 'Ana',
    p_email: `guest${guests++}@example.com`,
    p_message: message,
  })
  if (error) throw error
  return (data as { id: string }).id
}

const dataOf = (frame: { payload: { data?: Change } }) => frame.payload.data

test('supabase-js hears an inquiry and its change, with the row, in the order they happened', async () => {
  const events: unknown[] = []
  const heard = new Promise<void>((resolve, reject) => {
    const channel = admin.supabase.channel('inquiries')
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'inquiries' }, (change) => {
      events.push([change.eventType, change.new, change.old])
      if (events.length === 2) resolve()
    })
    channel.subscribe((status, error) => {
      if (error) reject(error)
      if (status !== 'SUBSCRIBED') return
      inquire('Kia ora')
        .then((id) => admin.supabase.from('inquiries').update({ status: 'read' }).eq('id', id))
        .catch(reject)
    })
  })
  await heard
  expect(events).toMatchObject([
    ['INSERT', { message: 'Kia ora', name: 'Ana' }, {}],
    ['UPDATE', { message: 'Kia ora' }, { id: expect.any(String) as string }],
  ])
  await admin.supabase.removeAllChannels()
})

test('each subscriber gets what its policies allow, and no column without a grant', async () => {
  const open = async (token?: string) => {
    const socket = await openSocket(server.url, server.publishableKey)
    const joined = await socket.join('all', 'bookings', token)
    expect(joined.payload.status).toBe('ok')
    expect((await socket.next('system')).payload).toEqual({
      channel: 'all',
      extension: 'postgres_changes',
      message: 'Subscribed to PostgreSQL',
      status: 'ok',
    })
    return socket
  }
  const [staff, other, visitor] = [
    await open(admin.session.access_token),
    await open(member.session.access_token),
    await open(),
  ]

  const free = await server.visitor().rpc('get_available_slots', { p_from: soon(7), p_to: soon(20) })
  const [slot] = free.data as { date: string; id: string }[]
  const booked = await server.visitor().rpc('create_booking', {
    p_name: 'Bo',
    p_email: 'bo@example.com',
    p_date: slot?.date,
    p_time_slot_id: slot?.id,
  })
  const { id } = booked.data as { id: string }
  const inserted = dataOf(await staff.next('postgres_changes'))
  expect(inserted).toMatchObject({
    type: 'INSERT',
    schema: 'public',
    table: 'bookings',
    record: { id, name: 'Bo' },
    errors: null,
  })
  const columns = ['id', 'name', 'email', 'date', 'time_slot_id', 'message', 'status', 'created_at']
  expect(Object.keys(inserted?.record ?? {})).toEqual(columns)
  expect(inserted?.columns?.map((column) => column.type)).toEqual([
    'uuid',
    'text',
    'text',
    'date',
    'uuid',
    'text',
    'text',
    'timestamptz',
  ])

  await admin.supabase.from('bookings').update({ status: 'confirmed' }).eq('id', id)
  expect(dataOf(await staff.next('postgres_changes'))).toMatchObject({
    type: 'UPDATE',
    record: { status: 'confirmed' },
    old_record: { id },
  })
  await admin.supabase.from('bookings').delete().eq('id', id)
  const deleted = dataOf(await staff.next('postgres_changes'))
  expect([deleted?.type, deleted?.old_record, deleted?.record]).toEqual(['DELETE', { id }, undefined])

  // Policies cannot be asked about a row that is gone: as on hosted projects, a deletion tells its key to whoever may select keys.
  expect((await other.settled()).map(dataOf)).toMatchObject([{ type: 'DELETE', old_record: { id } }])
  expect(JSON.stringify(other.frames)).not.toContain('Bo')
  const seen = (await visitor.settled()).map(dataOf)
  expect(seen.map((change) => [change?.type, change?.record, change?.errors])).toEqual([
    ['INSERT', {}, ['Error 401: Unauthorized']],
    ['UPDATE', {}, ['Error 401: Unauthorized']],
    ['DELETE', undefined, null],
  ])
  expect(JSON.stringify(visitor.frames)).not.toContain(id)
  await Promise.all([staff.close(), other.close(), visitor.close()])
})

test('a channel joined without a token hears rows once it has one', async () => {
  const socket = await openSocket(server.url, server.publishableKey)
  await socket.join('late', 'inquiries', server.publishableKey)
  await socket.next('system')
  await inquire()
  expect(dataOf(await socket.next('postgres_changes'))?.errors).toEqual(['Error 401: Unauthorized'])
  socket.send('late', '2', 'realtime:late', 'access_token', { access_token: admin.session.access_token })
  expect((await socket.next('system')).payload).toMatchObject({ status: 'ok' })
  const id = await inquire()
  expect(dataOf(await socket.next('postgres_changes'))?.record).toMatchObject({ id })
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
  await inquire()
  await socket.settled()
  expect(socket.frames, 'nothing comes after the end').toEqual([])
  await socket.close()
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

test('a table outside the publication joins, and is told that nothing will come', async () => {
  const socket = await openSocket(server.url, server.publishableKey)
  expect((await socket.join('notes', 'notes', admin.session.access_token)).payload.status).toBe('ok')
  const { payload } = await socket.next('system')
  expect(payload).toMatchObject({ status: 'error', extension: 'postgres_changes' })
  expect(payload.message).toMatch(/^Unable to subscribe to changes with given parameters/)
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

  const joined = await socket.join('room', 'inquiries', admin.session.access_token)
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
  await inquire()
  expect((await socket.next('postgres_changes')).payload.ids).toEqual([binding?.id])
  socket.send('room', '4', 'realtime:room', 'phx_leave', {})
  expect((await socket.next('phx_reply')).payload.status).toBe('ok')
  expect(await socket.next('phx_close')).toMatchObject({ joinRef: 'room', topic: 'realtime:room' })
  socket.frames.length = 0
  await inquire()
  expect(await socket.settled()).toEqual([])
  await socket.close()
})

test('a hundred channels on one socket, and not one more', async () => {
  const socket = await openSocket(server.url, server.publishableKey)
  for (let n = 0; n < 100; n++) await socket.join(`c${n}`, 'inquiries', admin.session.access_token)
  const over = await socket.join('c100', 'inquiries', admin.session.access_token)
  expect(over.payload).toMatchObject({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  })
  await inquire()
  const topics = new Set<string>()
  while (topics.size < 100) topics.add((await socket.next('postgres_changes')).topic)
  await socket.close()
})

test('two hundred subscribers of two hundred sessions all hear of an inquiry', async () => {
  const exp = Math.floor(Date.now() / 1000) + 600
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const socket = await openSocket(server.url, server.publishableKey)
      const token = await server.sign({
        role: 'authenticated',
        app_metadata: { role: 'admin' },
        session_id: n,
        exp,
      })
      await socket.join('s', 'inquiries', token)
      return socket
    }),
  )
  const began = performance.now()
  const id = await inquire()
  const heard = await Promise.all(sockets.map((socket) => socket.next('postgres_changes')))
  expect(heard.every((frame) => dataOf(frame)?.record?.id === id)).toBe(true)
  expect(performance.now() - began, 'milliseconds until all have heard').toBeLessThan(5000)
  await Promise.all(sockets.map((socket) => socket.close()))
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
        JSON.stringify([
          `${n}`,
          `${n}`,
          `realtime:${n}`,
          'phx_join',
          { config, access_token: admin.session.access_token },
        ]),
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
  await quick.join('quick', 'inquiries', admin.session.access_token)
  // 40 × 100 channels × 5 KB is far more than the sockets of a machine hold.
  for (let n = 0; n < 40; n++) {
    const id = await inquire('x'.repeat(5000))
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

function soon(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** A masked text frame, as a browser sends it. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}
