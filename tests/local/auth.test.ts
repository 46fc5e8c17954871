import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { client, movableClock, people, startCopy, type Running } from './embedded'

let server: Running
beforeAll(async () => (server = await startCopy({ nodeArgs: movableClock })))
afterAll(() => server.stop())
// A minute later the limit on sign-ins is as if there had been none.
beforeEach(() => server.advance(60_000))

/** A raw request to the auth service. */
async function ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const headers = { apikey: server.publishableKey, 'content-type': 'application/json', ...init.headers }
  const response = await fetch(`${server.url}/auth/v1${path}`, { ...init, headers })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  }
}
const refresh = (token: string) =>
  ask('/token?grant_type=refresh_token', { method: 'POST', body: JSON.stringify({ refresh_token: token }) })
const refreshed = async (token: string) => {
  const { status, body } = await refresh(token)
  expect(status).toBe(200)
  return (body as { refresh_token: string }).refresh_token
}

test('a sign-in gives the session, the user and the claims that a hosted project gives', async () => {
  const { supabase, session } = await server.signedIn('admin')
  expect(Object.keys(session).sort()).toEqual(
    ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type', 'user'].sort(),
  )
  expect(session).toMatchObject({ expires_in: 3600, token_type: 'bearer' })
  expect(session.user).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email: people.admin.email,
    phone: '',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'], role: 'admin' },
    user_metadata: { email_verified: true },
    identities: [
      { provider: 'email', email: people.admin.email, id: session.user.id, user_id: session.user.id },
    ],
  })
  for (const moment of [
    'email_confirmed_at',
    'confirmed_at',
    'last_sign_in_at',
    'created_at',
    'updated_at',
  ] as const) {
    expect(session.user[moment]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  }
  const { data, error } = await supabase.auth.getClaims()
  expect(error).toBeNull()
  expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
  expect(data?.claims).toMatchObject({
    iss: `${server.url}/auth/v1`,
    sub: session.user.id,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password' }],
    email: people.admin.email,
    app_metadata: { role: 'admin' },
    is_anonymous: false,
  })
  expect((await supabase.auth.getUser()).data.user).toMatchObject({
    id: session.user.id,
    email: people.admin.email,
  })
})

test('an e-mail is the same in any case', async () => {
  const { error } = await server
    .visitor()
    .auth.signInWithPassword({ ...people.admin, email: 'Admin@Studio.Test' })
  expect(error).toBeNull()
})

test('the public keys hold nothing secret', async () => {
  const { body, headers } = await ask('/.well-known/jwks.json', { headers: { apikey: '' } })
  const { keys } = body as { keys: object[] }
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'],
  ])
  expect(headers.get('cache-control')).toBe('public, max-age=600')
})

test('a wrong password and an unknown user get the same answer, in about the same time', async () => {
  const attempt = async (email: string) => {
    const began = performance.now()
    const { error } = await server.visitor().auth.signInWithPassword({ email, password: 'wrong' })
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    return performance.now() - began
  }
  const [wrong, unknown] = [[Infinity], [Infinity]]
  for (let round = 0; round < 3; round++) {
    wrong.push(await attempt(people.admin.email))
    unknown.push(await attempt('nobody@studio.test'))
  }
  expect(Math.min(...unknown), 'the time tells whether the user exists').toBeGreaterThan(
    Math.min(...wrong) / 2,
  )
})

test.each([
  ['no e-mail', { password: 'x' }, 400, 'validation_failed', 'missing email or phone'],
  ['no password', { email: 'admin@studio.test' }, 400, 'invalid_credentials', 'Invalid login credentials'],
  ['a body that is no object', ['x'], 400, 'bad_json', 'Could not read request body as JSON'],
])('sign-in with %s', async (_, given, status, code, message) => {
  const init = { method: 'POST', body: JSON.stringify(given) }
  const named = await ask('/token?grant_type=password', {
    ...init,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  expect([named.status, named.body]).toEqual([status, { code, message }])
  expect(named.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(named.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
  const unnamed = await ask('/token?grant_type=password', init)
  expect([unnamed.status, unnamed.body]).toEqual([status, { code: status, error_code: code, msg: message }])
  expect(unnamed.headers.get('x-sb-error-code')).toBe(code)
})

test('a grant that is not served is named', async () => {
  const { status, body } = await ask('/token?grant_type=pkce', { method: 'POST', body: '{}' })
  expect([status, body]).toEqual([
    400,
    { code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
  ])
})

test('a refresh token is used once: its child is given again, its grandchild only for 10 seconds', async () => {
  const { session } = await server.signedIn('member')
  const first = session.refresh_token
  const second = await refreshed(first)
  expect(second).not.toBe(first)
  expect(await refreshed(first), 'a client that lost the answer gets the same token').toBe(second)
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

test('refreshes at the same moment end in one session that goes on', async () => {
  const { session } = await server.signedIn('member')
  const tokens = await Promise.all([1, 2, 3, 4].map(() => refreshed(session.refresh_token)))
  expect(new Set(tokens).size).toBe(1)
  await refreshed(tokens[0] ?? '')
})

test('an unknown and a missing refresh token', async () => {
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

test('logout ends every session of the user, and nobody else’s', async () => {
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
  const { status, body } = await ask('/user', {
    headers: { authorization: `Bearer ${other.session.access_token}` },
  })
  expect([status, body]).toMatchObject([403, { error_code: 'session_not_found' }])
  expect((await admin.supabase.auth.getUser()).error).toBeNull()
})

test.each([
  ['no token', undefined, 401, 'no_authorization'],
  ['the API key for a token', 'sb_publishable_x', 401, 'no_authorization'],
  ['a token that is none', 'x.y', 403, 'bad_jwt'],
  ['a token without algorithm', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', 403, 'bad_jwt'],
])('the user with %s', async (_, token, status, code) => {
  const answer = await ask('/user', {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  expect([answer.status, answer.body]).toMatchObject([status, { error_code: code }])
})

test('a token that has expired is refused, and renewed by the refresh token', async () => {
  const { supabase, session } = await server.signedIn('admin')
  await server.advance(3_601_000)
  const { body } = await ask('/user', { headers: { authorization: `Bearer ${session.access_token}` } })
  expect(body).toMatchObject({ msg: expect.stringContaining('token is expired') as string })
  const renewed = await supabase.auth.refreshSession()
  expect(renewed.error).toBeNull()
  expect((await supabase.auth.getUser()).error).toBeNull()
})

test('accounts are the secret key’s alone', async () => {
  const { session } = await server.signedIn('admin')
  const create = { method: 'POST', body: JSON.stringify({ email: 'x@studio.test', password: 'y' }) }
  expect((await ask('/admin/users', create)).body).toMatchObject({ code: 403, error_code: 'not_admin' })
  const asAdmin = {
    ...create,
    headers: { authorization: `Bearer ${session.access_token}`, apikey: server.secretKey },
  }
  expect(
    (await ask('/admin/users', asAdmin)).body,
    'the admin of the site is not the owner of the project',
  ).toMatchObject({
    error_code: 'not_admin',
  })
  expect(
    (await server.visitor().auth.signUp({ email: 'x@studio.test', password: 'long enough' })).error,
  ).toMatchObject({
    code: 'signup_disabled',
  })
})

test('an account is made, listed, changed; a new password ends its sessions', async () => {
  const { admin } = server.service().auth
  const given = { email: 'New@Studio.test', password: 'pohutukawa', app_metadata: { role: 'admin' } }
  const { data, error } = await admin.createUser(given)
  expect(error).toBeNull()
  const id = data.user?.id ?? ''
  expect(data.user).toMatchObject({
    email: 'new@studio.test',
    app_metadata: { provider: 'email', role: 'admin' },
  })
  expect((await admin.createUser(given)).error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await admin.listUsers()).data.users.map((user) => user.email)).toContain('new@studio.test')

  const supabase = client(server, server.publishableKey)
  const credentials = { email: given.email, password: given.password }
  expect((await supabase.auth.signInWithPassword(credentials)).error).toMatchObject({
    code: 'email_not_confirmed',
  })
  await admin.updateUserById(id, { email_confirm: true })
  expect((await supabase.auth.signInWithPassword(credentials)).error).toBeNull()
  await admin.updateUserById(id, { password: 'kahikatea', app_metadata: { team: 'web' } })
  expect((await supabase.auth.getUser()).error).not.toBeNull()
  expect((await supabase.auth.signInWithPassword(credentials)).error).toMatchObject({
    code: 'invalid_credentials',
  })
  const again = await supabase.auth.signInWithPassword({ ...credentials, password: 'kahikatea' })
  expect(again.data.user?.app_metadata).toMatchObject({ role: 'admin', team: 'web' })
})

test.each([
  [
    'a password bcrypt would cut off',
    { email: 'long@studio.test', password: 'x'.repeat(73) },
    'validation_failed',
  ],
  ['no e-mail', { password: 'x' }, 'validation_failed'],
  ['a field that is not served', { email: 'z@studio.test', ban_duration: '1h' }, 'validation_failed'],
  ['a role of the database', { email: 'z@studio.test', role: 'postgres' }, 'validation_failed'],
])('an account with %s is refused', async (_, given, code) => {
  const headers = { apikey: server.secretKey }
  const { status, body } = await ask('/admin/users', { method: 'POST', body: JSON.stringify(given), headers })
  expect([status, body]).toMatchObject([400, { error_code: code }])
})

test('what is not served says so by name', async () => {
  const { status, body } = await ask('/recover', { method: 'POST', body: '{}' })
  expect([status, body]).toMatchObject([
    404,
    { error_code: 'not_served', msg: expect.stringContaining('/recover') as string },
  ])
})

// Last, for it uses up what the others would need.
test('after a burst, sign-ins wait', async () => {
  let limited: Awaited<ReturnType<typeof refresh>> | undefined
  for (let n = 0; n < 40 && !limited; n++) {
    const answer = await refresh('nothing')
    if (answer.status !== 400) limited = answer
  }
  expect(limited?.status).toBe(429)
  expect(limited?.body).toMatchObject({
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  })
})
