// @module-tag full
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { people } from '@/tests/people'
import { movableClock, sharedCopy, type Running } from './embedded'

let server: Running
beforeAll(async () => (server = await sharedCopy({ nodeArgs: movableClock })))
// A minute later, the server's limit on sign-ins lets the next test sign in.
beforeEach(() => server.advance(60_000))

test('a sign-in returns session, user and claims with the same fields as a hosted project', async () => {
  const { supabase, session } = await server.signedIn('admin')
  expect(Object.keys(session).sort()).toEqual(
    ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type', 'user'].sort(),
  )
  expect(session).toMatchObject({ expires_in: 900, token_type: 'bearer' })
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

test('the list of public keys contains no private part of a key', async () => {
  const { body, headers } = await server.fetchAuth('/.well-known/jwks.json', { headers: { apikey: '' } })
  const { keys } = body as { keys: object[] }
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'],
  ])
  expect(headers.get('cache-control')).toBe('public, max-age=600')
})

test('a wrong password and an unknown user get the same response', async () => {
  for (const email of [people.admin.email, 'nobody@studio.test']) {
    const { error } = await server.visitor().auth.signInWithPassword({ email, password: 'wrong' })
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  }
})

test.each([
  ['no e-mail', { password: 'x' }, 400, 'validation_failed', 'missing email or phone'],
  ['no password', { email: 'admin@studio.test' }, 400, 'invalid_credentials', 'Invalid login credentials'],
  ['a body that is no object', ['x'], 400, 'bad_json', 'Could not read request body as JSON'],
])('sign-in with %s gets GoTrue’s error', async (_, given, status, code, message) => {
  const init = { method: 'POST', body: JSON.stringify(given) }
  const named = await server.fetchAuth('/token?grant_type=password', {
    ...init,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  expect([named.status, named.body]).toEqual([status, { code, message }])
  expect(named.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(named.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
  const unnamed = await server.fetchAuth('/token?grant_type=password', init)
  expect([unnamed.status, unnamed.body]).toEqual([status, { code: status, error_code: code, msg: message }])
  expect(unnamed.headers.get('x-sb-error-code')).toBe(code)
})

test('a grant type that is not supported gets GoTrue’s error', async () => {
  const { status, body } = await server.fetchAuth('/token?grant_type=pkce', { method: 'POST', body: '{}' })
  expect([status, body]).toEqual([
    400,
    { code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
  ])
})

test.each([
  ['no token', undefined, 401, 'no_authorization'],
  ['the API key in place of a token', 'sb_publishable_x', 401, 'no_authorization'],
  ['an invalid token', 'x.y', 403, 'bad_jwt'],
  ['a token without algorithm', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', 403, 'bad_jwt'],
])('reading the user with %s gets GoTrue’s error', async (_, token, status, code) => {
  const response = await server.fetchAuth('/user', {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  expect([response.status, response.body]).toMatchObject([status, { error_code: code }])
})

test('the error for a route that is not supported names the route', async () => {
  const { status, body } = await server.fetchAuth('/otp', { method: 'POST', body: '{}' })
  expect([status, body]).toMatchObject([
    404,
    { error_code: 'not_served', msg: expect.stringContaining('/otp') as string },
  ])
})
