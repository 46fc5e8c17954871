// @module-tag full
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCopy, type Running } from './embedded'

let server: Running
let token: string
beforeAll(async () => {
  server = await startCopy()
  token = (await server.signedIn('admin')).session.access_token
})
afterAll(() => server.stop())

const json = { 'content-type': 'application/json' }

async function ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const headers = { apikey: server.publishableKey, ...init.headers }
  const response = await fetch(server.url + path, { ...init, headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('a request without one of the two API keys gets an error', async () => {
  const missing = await fetch(`${server.url}/rest/v1/bookings`)
  expect([missing.status, await missing.json()]).toEqual([
    401,
    { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
  ])
  const wrong = await ask('/rest/v1/bookings', { headers: { apikey: 'sb_secret_guess' } })
  expect([wrong.status, wrong.body]).toEqual([401, '{"message":"Invalid API key"}'])
})

test('the secret key reads no table that its role has no right to select', async () => {
  expect((await server.service().from('bookings').select('id')).error).toMatchObject({ code: '42501' })
})

test('CORS headers let the site’s pages call the server from another origin', async () => {
  const asked = 'apikey,authorization,x-client-info,x-supabase-api-version,prefer,content-profile'
  const preflight = await ask('/auth/v1/token?grant_type=password', {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
    },
  })
  expect(preflight.status).toBe(200)
  expect(preflight.headers.get('access-control-allow-headers')).toBe(asked)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  const response = await ask('/rest/v1/time_slots', { headers: { origin: 'http://localhost:3000' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range')
})

test('the server listens on the loopback address only', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')
  if (!outside) return
  const socket = connect(Number(new URL(server.url).port), outside.address)
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})

test.each([
  ['storage', 'GET', '/storage/v1/bucket'],
  ['functions', 'POST', '/functions/v1/hello'],
  ['GraphQL', 'POST', '/graphql/v1'],
])('the error names the unsupported call: %s', async (_, method, path) => {
  const { status, body } = await ask(path, { method })
  expect([status, body]).toEqual([404, expect.stringContaining(path) as string])
})

test.each([
  ['another count', 'GET', 'time_slots?select=id', { prefer: 'count=planned' }, 'count=planned'],
  ['a Range header', 'GET', 'time_slots?select=id', { range: '0-1' }, 'the Range header'],
  ['a negated filter', 'GET', 'time_slots?id=not.eq.1', {}, 'the filter operator "not"'],
  ['a PUT', 'PUT', 'time_slots?id=eq.1', {}, 'PUT on tables'],
  ['a function by GET', 'GET', 'rpc/is_admin', {}, 'GET on functions'],
  ['an embed of many rows', 'GET', 'time_slots?select=id,bookings(id)', {}, 'embeds of many rows'],
  ['an inner join', 'GET', 'bookings?select=id,time_slots!inner(id)', {}, 'join types'],
  ['an alias', 'GET', 'bookings?select=key:id', {}, 'aliases'],
  ['a cast', 'GET', 'bookings?select=date::text', {}, 'casts'],
  ['a spread', 'GET', 'bookings?select=id,...time_slots(start_time)', {}, 'spread'],
  [
    'a filter of an embed',
    'GET',
    'bookings?select=id,time_slots(id)&time_slots.id=eq.1',
    {},
    'embedded tables',
  ],
  ['another operator', 'GET', 'bookings?select=id&name=ilike.*a*', {}, 'the filter operator "ilike"'],
  [
    'an order of an embed',
    'GET',
    'bookings?select=id,time_slots(id)&order=time_slots(id)',
    {},
    'ordering by an embedded table',
  ],
  ['a limited delete', 'DELETE', 'time_slots?id=eq.1&limit=1', {}, 'limits and order of writes'],
])('the error names the unsupported feature: %s', async (_, method, path, headers, named) => {
  const { status, body } = await ask(`/rest/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  expect([status, JSON.parse(body)]).toMatchObject([
    400,
    {
      code: 'PGRST127',
      message: 'Feature not implemented',
      details: expect.stringContaining(named) as string,
    },
  ])
})

test.each(['PATCH', 'DELETE'])(
  '%s without a filter changes nothing, as on hosted projects',
  async (method) => {
    const headers = { authorization: `Bearer ${token}`, ...json }
    const { status, body } = await ask('/rest/v1/recurring_availability', {
      method,
      headers,
      body: '{"is_available":false}',
    })
    expect([status, JSON.parse(body)]).toMatchObject([
      400,
      { code: '21000', message: expect.stringContaining('requires a WHERE clause') as string },
    ])
  },
)

test('a read returns at most 1,000 rows, and a range reads the rows after those', async () => {
  const { supabase } = await server.signedIn('admin')
  const minutes = Array.from({ length: 1200 }, (_, n) => {
    const at = (m: number) =>
      `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
    return { start_time: at(n), end_time: at(n + 1), duration_minutes: 1 }
  })
  await supabase.from('time_slots').insert(minutes).throwOnError()
  const page = async (from: number, to: number) => {
    const { data } = await supabase
      .from('time_slots')
      .select('id')
      .eq('duration_minutes', 1)
      .order('start_time')
      .range(from, to)
    return data ?? []
  }
  expect(await page(0, 1999)).toHaveLength(1000)
  expect(await page(1000, 1999)).toHaveLength(200)
  expect(
    await supabase
      .from('time_slots')
      .select('id')
      .then(({ data }) => data?.length),
  ).toBe(1000)
})
