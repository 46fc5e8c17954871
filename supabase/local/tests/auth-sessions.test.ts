// @module-tag full
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { movableClock, sharedCopy, type Running } from './embedded'

let server: Running
beforeAll(async () => (server = await sharedCopy({ nodeArgs: movableClock })))
// A minute later, the server's limit on sign-ins lets the next test sign in.
beforeEach(() => server.advance(60_000))

const refresh = (token: string) =>
  server.fetchAuth('/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: token }),
  })
const refreshed = async (token: string) => {
  const { status, body } = await refresh(token)
  expect(status).toBe(200)
  return (body as { refresh_token: string }).refresh_token
}

test('a used refresh token returns its child again; once the child is used, for 10 seconds only', async () => {
  const { session } = await server.signedIn('member')
  const first = session.refresh_token
  const second = await refreshed(first)
  expect(second).not.toBe(first)
  expect(await refreshed(first), 'a client that lost the response gets the same token').toBe(second)
  const third = await refreshed(second)
  const another = await refreshed(first)
  expect([first, second, third], 'within 10 seconds a used token gets a new one').not.toContain(another)

  await server.advance(11_000)
  const reused = await refresh(second)
  expect([reused.status, reused.body]).toEqual([
    400,
    { code: 400, error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' },
  ])
  await server.advance(11_000)
  for (const token of [third, another]) {
    expect((await refresh(token)).status, 'the whole family is revoked').toBe(400)
  }
})

test('four tabs that refresh a session at the same moment get the same new refresh token', async () => {
  const { session } = await server.signedIn('member')
  const tokens = await Promise.all([1, 2, 3, 4].map(() => refreshed(session.refresh_token)))
  expect(new Set(tokens).size).toBe(1)
  await refreshed(tokens[0] ?? '')
})

test('an unknown and a missing refresh token get GoTrue’s errors', async () => {
  const unknown = await refresh('nothing')
  expect(unknown.body).toMatchObject({
    error_code: 'refresh_token_not_found',
    msg: 'Invalid Refresh Token: Refresh Token Not Found',
  })
  const missing = await refresh('')
  expect([missing.status, missing.body]).toEqual([
    400,
    { error: 'invalid_request', error_description: 'refresh_token required' },
  ])
})

test('a global logout ends all sessions of the user, and none of another user', async () => {
  const [one, other, admin] = [
    await server.signedIn('member'),
    await server.signedIn('member'),
    await server.signedIn('admin'),
  ]
  expect((await one.supabase.auth.signOut({ scope: 'global' })).error).toBeNull()
  expect((await refresh(other.session.refresh_token)).body).toMatchObject({
    error_code: 'refresh_token_not_found',
  })
  expect((await other.supabase.auth.getUser()).error).toMatchObject({ message: 'Auth session missing!' })
  const { status, body } = await server.fetchAuth('/user', {
    headers: { authorization: `Bearer ${other.session.access_token}` },
  })
  expect([status, body]).toMatchObject([403, { error_code: 'session_not_found' }])
  expect((await admin.supabase.auth.getUser()).error).toBeNull()
})

test('a logout of the other sessions leaves the current one signed in', async () => {
  const [here, elsewhere] = [await server.signedIn('member'), await server.signedIn('member')]
  expect((await here.supabase.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect((await here.supabase.auth.getUser()).error).toBeNull()
  expect((await elsewhere.supabase.auth.getUser()).error).toMatchObject({ message: 'Auth session missing!' })
})

test('an expired access token gets an error, and the refresh token still renews the session', async () => {
  const { supabase, session } = await server.signedIn('admin')
  await server.advance(3_601_000)
  const { body } = await server.fetchAuth('/user', {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(body).toMatchObject({ msg: expect.stringContaining('token is expired') as string })
  const renewed = await supabase.auth.refreshSession()
  expect(renewed.error).toBeNull()
  expect((await supabase.auth.getUser()).error).toBeNull()
})

test('a client that tries forty refresh tokens in a row gets the rate limit’s error', async () => {
  let limited: Awaited<ReturnType<typeof refresh>> | undefined
  for (let n = 0; n < 40 && !limited; n++) {
    const response = await refresh('nothing')
    if (response.status !== 400) limited = response
  }
  expect(limited?.status).toBe(429)
  expect(limited?.body).toMatchObject({
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  })
})
