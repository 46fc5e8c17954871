// @module-tag full
import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '@/tests/codes'
import type { Running } from './embedded'
import { dataOf, openSocket, realtimeCopy } from './socket'

let server: Running
let admin: Awaited<ReturnType<Running['signedIn']>>
let member: Awaited<ReturnType<Running['signedIn']>>

beforeAll(async () => {
  server = await realtimeCopy()
  admin = await server.signedIn('admin')
  member = await server.signedIn('member')
})

test('supabase-js gets an event with the row for a new inquiry, and another for its update', async () => {
  const events: unknown[] = []
  const received = new Promise<void>((resolve, reject) => {
    const channel = admin.supabase.channel('inquiries')
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'inquiries' }, (change) => {
      events.push([change.eventType, change.new, change.old])
      if (events.length === 2) resolve()
    })
    channel.subscribe((status, error) => {
      if (error) reject(error)
      if (status !== 'SUBSCRIBED') return
      server
        .inquire('Kia ora')
        .then((id) => admin.supabase.from('inquiries').update({ status: 'read' }).eq('id', id))
        .catch(reject)
    })
  })
  await received
  expect(events).toMatchObject([
    ['INSERT', { message: 'Kia ora', name: 'Ana' }, {}],
    ['UPDATE', { message: 'Kia ora' }, { id: expect.any(String) as string }],
  ])
  await admin.supabase.removeAllChannels()
})

test('an event has the time of its commit, so that no page takes a later change for an earlier one', async () => {
  const socket = await openSocket(server.url, server.publishableKey)
  await socket.join('commits', 'inquiries', admin.session.access_token)
  await socket.next('system')
  await server.inquire('Slow')
  const { record, commit_timestamp } = dataOf(await socket.next('postgres_changes')) ?? {}
  const took = Date.parse(commit_timestamp ?? '') - Date.parse(String(record?.created_at))
  expect(took).toBeGreaterThanOrEqual(290)
})

test('an open socket gets no more changes after a logout elsewhere or a lost admin role', async () => {
  const { auth } = server.service()
  const staff = await openSocket(server.url, server.publishableKey)
  await staff.join('stays', 'inquiries', admin.session.access_token)
  await staff.next('system')
  for (const why of ['signed out', 'role taken away'] as const) {
    const person = { email: `${randomUUID()}@studio.test`, password: 'kowhai-in-the-morning' }
    const created = await auth.admin.createUser({
      ...person,
      email_confirm: true,
      app_metadata: { role: 'admin' },
    })
    const supabase = server.visitor()
    const { data } = await supabase.auth.signInWithPassword(person)
    const socket = await openSocket(server.url, server.publishableKey)
    await socket.join('ends', 'inquiries', data.session?.access_token)
    await socket.next('system')
    const before = await server.inquire(`before: ${why}`)
    expect(dataOf(await socket.next('postgres_changes'))?.record?.id).toBe(before)
    await staff.next('postgres_changes')

    const { error } =
      why === 'signed out'
        ? await supabase.auth.signOut({ scope: 'global' })
        : await auth.admin.updateUserById(created.data.user?.id ?? '', { app_metadata: { role: null } })
    expect(error).toBeNull()
    const after = await server.inquire(`after: ${why}`)
    expect(dataOf(await staff.next('postgres_changes'))?.record?.id, 'the other admin').toBe(after)
    socket.send('1', '1', 'phoenix', 'heartbeat', {})
    await socket.next('phx_reply', 'phoenix')
    expect(
      socket.frames.filter(({ event }) => event === 'postgres_changes'),
      why,
    ).toEqual([])
    socket.socket.close()
  }
  staff.socket.close()
})

test('an admin with a second factor gets changes only in sessions that have given a code', async () => {
  const { auth } = server.service()
  const person = { email: `${randomUUID()}@studio.test`, password: 'kowhai-in-the-morning' }
  await auth.admin.createUser({ ...person, email_confirm: true, app_metadata: { role: 'admin' } })
  /** Signs the admin in, calls `then`, and joins a channel with the token of the session. */
  async function subscribe(then: (supabase: SupabaseClient) => Promise<unknown> = async () => {}) {
    const supabase = server.visitor()
    await supabase.auth.signInWithPassword(person)
    await then(supabase)
    const { data } = await supabase.auth.getSession()
    const socket = await openSocket(server.url, server.publishableKey)
    await socket.join('inquiries', 'inquiries', data.session?.access_token)
    await socket.next('system')
    return socket
  }
  let key = { factorId: '', secret: '' }
  const giveCode = ({ auth: { mfa } }: SupabaseClient) =>
    mfa.challengeAndVerify({ factorId: key.factorId, code: codeOf(key.secret) })
  const before = await subscribe()
  const owner = await subscribe(async (supabase) => {
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    key = { factorId: data?.id ?? '', secret: data?.totp.secret ?? '' }
    await giveCode(supabase)
  })
  const whole = await subscribe(giveCode)
  const half = await subscribe() // last, because a code ends the sessions that have not given one
  const id = await server.inquire('Only with the code')
  for (const socket of [owner, whole])
    expect(dataOf(await socket.next('postgres_changes'))?.record?.id).toBe(id)
  for (const [who, socket] of Object.entries({ 'before the phone': before, 'the password alone': half }))
    expect(
      (await socket.settled()).filter(({ event }) => event === 'postgres_changes'),
      who,
    ).toEqual([])
  for (const { socket } of [before, owner, half, whole]) socket.close()
})

test('each subscriber gets only the rows that its policies allow', async () => {
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

  const id = await server.book()
  const inserted = dataOf(await staff.next('postgres_changes'))
  expect(inserted).toMatchObject({
    type: 'INSERT',
    schema: 'public',
    table: 'bookings',
    record: { id, name: 'Bo' },
    errors: null,
  })
  const types = {
    id: 'uuid',
    name: 'text',
    email: 'text',
    date: 'date',
    time_slot_id: 'uuid',
    message: 'text',
    status: 'text',
    created_at: 'timestamptz',
    period: 'tsrange',
    package: 'text',
    phone: 'text',
    location: 'text',
    cancel_reason: 'text',
    fit: 'text',
    price_seen: 'text',
    revision: 'int4',
    cancel_message: 'text',
    known: 'jsonb',
    room: 'text',
    calendar_sequence: 'int4',
    changed_at: 'timestamptz',
    act: 'jsonb',
    form_id: 'uuid',
    link_version: 'int4',
  }
  expect(inserted).not.toHaveProperty('old_record')
  // Compares without the order of the columns, because that order depends on the migrations.
  expect(Object.keys(inserted?.record ?? {}).toSorted()).toEqual(Object.keys(types).toSorted())
  expect(Object.fromEntries(inserted?.columns?.map(({ name, type }) => [name, type]) ?? [])).toEqual(types)

  await admin.supabase.from('bookings').update({ status: 'confirmed' }).eq('id', id)
  expect(dataOf(await staff.next('postgres_changes'))).toMatchObject({
    type: 'UPDATE',
    record: { status: 'confirmed' },
    old_record: { id },
  })
  await admin.supabase.from('bookings').delete().eq('id', id)
  const deleted = dataOf(await staff.next('postgres_changes'))
  expect([deleted?.type, deleted?.old_record, deleted?.record]).toEqual(['DELETE', { id }, undefined])

  // Realtime cannot check a policy for a deleted row. As on hosted projects, all subscribers who may select the key
  // column get the key of the deleted row.
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

test('a channel that was joined without a token gets rows after it gets an admin’s token', async () => {
  const socket = await openSocket(server.url, server.publishableKey)
  await socket.join('late', 'inquiries', server.publishableKey)
  await socket.next('system')
  await server.inquire()
  expect(dataOf(await socket.next('postgres_changes'))?.errors).toEqual(['Error 401: Unauthorized'])
  socket.send('late', '2', 'realtime:late', 'access_token', { access_token: admin.session.access_token })
  expect((await socket.next('system')).payload).toMatchObject({ status: 'ok' })
  const id = await server.inquire()
  expect(dataOf(await socket.next('postgres_changes'))?.record).toMatchObject({ id })
  await socket.close()
})

test('two hundred sockets, each with its own session, all get a new inquiry', async () => {
  const exp = Math.floor(Date.now() / 1000) + 600
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const socket = await openSocket(server.url, server.publishableKey)
      const token = await server.sign({
        role: 'authenticated',
        app_metadata: { role: 'admin' },
        session_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        exp,
      })
      await socket.join('s', 'inquiries', token)
      return socket
    }),
  )
  const id = await server.inquire()
  const received = await Promise.all(sockets.map((socket) => socket.next('postgres_changes')))
  expect(received.every((frame) => dataOf(frame)?.record?.id === id)).toBe(true)
  await Promise.all(sockets.map((socket) => socket.close()))
})
