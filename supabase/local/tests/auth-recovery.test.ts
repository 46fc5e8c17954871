// @module-tag full
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { nodeClient } from '@/scripts/supabase-client'
import { people } from '@/tests/people'
import { movableClock, startCopy, type Running } from './embedded'

const banned = 'banned@studio.test'
let server: Running
beforeAll(async () => {
  server = await startCopy({
    nodeArgs: movableClock,
    sql: `insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data, banned_until)
      values ('${banned}', 'x', '{}', '{}', now() + interval '1 year')`,
  })
  return () => server.stop()
})
// More than an hour later, the rate limits allow the next test's calls, and old links have expired.
beforeEach(() => server.advance(3_700_000))

const post = (path: string, body: object, headers = {}) =>
  server.fetchAuth(path, { method: 'POST', body: JSON.stringify(body), headers })
const recover = (email: string, more = {}) => post('/recover', { email, ...more })
const verify = (token_hash: string, more = {}) => post('/verify', { type: 'recovery', token_hash, ...more })
const setPassword = (token: string, body: object) =>
  server.fetchAuth('/user', {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}` },
  })

const folder = () => join(server.dataDir, 'auth-mails')
const mails = () => {
  const names = readdirSync(folder(), { withFileTypes: true }).map(({ name }) => join(folder(), name))
  return names.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
}
/** The link in the newest mail, and the token in that link. */
function newestLink(): { link: string; token: string } {
  const link = /href="([^"]+)"/.exec(readFileSync(mails()[0] ?? '', 'utf8'))?.[1] ?? ''
  return { link, token: link.slice(link.lastIndexOf('/') + 1) }
}
async function mailedToken(email = people.member.email, more = {}): Promise<string> {
  expect((await recover(email, more)).body).toEqual({})
  return newestLink().token
}
const expired = { code: 403, error_code: 'otp_expired', msg: 'Email link is invalid or has expired' }
const session = async (token: string) => (await verify(token)).body as Session
interface Session {
  access_token: string
  refresh_token: string
}
const claimsOf = ({ access_token }: Session) =>
  JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as {
    amr: { method: string; timestamp: number }[]
  }

test('an account gets at most one mail a minute, in a private file; an unknown address none', async () => {
  const unknown = await recover('nobody@studio.test')
  expect([unknown.status, unknown.body]).toEqual([200, {}])
  const asked = await recover('MEMBER@studio.test')
  expect([asked.status, asked.body]).toEqual([200, {}])
  expect(mails()).toHaveLength(1)
  expect(statSync(mails()[0] ?? '').mode & 0o777).toBe(0o600)
  const text = readFileSync(mails()[0] ?? '', 'utf8')
  expect(text).toContain(`To: <${people.member.email}>`)
  expect(newestLink().link).toMatch(/^http:\/\/localhost:3000\/login\/password\/[0-9a-f]{56}$/)

  await server.advance(1_000)
  const again = await recover(people.member.email)
  expect([again.status, again.body]).toEqual([
    429,
    {
      code: 429,
      error_code: 'over_email_send_rate_limit',
      msg: expect.stringMatching(
        /^For security purposes, you can only request this after 5[789] seconds\.$/,
      ) as string,
    },
  ])
  server.process.send({ siteUrl: 'http://localhost:3005' })
  await server.advance(60_000)
  await mailedToken()
  expect(newestLink().link, 'the site’s URL').toContain('http://localhost:3005/login/password/')
})

test.each([
  ['no e-mail', {}, 'Password recovery requires an email'],
  ['blanks around it', { email: ' a@b.nz ' }, 'Unable to validate email address: invalid format'],
  ['no address', { email: 'nobody' }, 'Unable to validate email address: invalid format'],
  ['a long one', { email: `${'a'.repeat(251)}@b.nz` }, 'An email address is too long'],
])('recovery with %s gets GoTrue’s error', async (_, body, msg) => {
  const { status, body: answer } = await post('/recover', body)
  expect([status, answer]).toEqual([400, { code: 400, error_code: 'validation_failed', msg }])
})

test('a mailed link opens one session; its claims name the method otp, also after a refresh', async () => {
  const token = await mailedToken()
  const opened = await session(token)
  const { amr } = claimsOf(opened)
  expect(amr).toEqual([{ method: 'otp', timestamp: expect.any(Number) as number }])
  await server.advance(600_000)
  const { body } = await post('/token?grant_type=refresh_token', { refresh_token: opened.refresh_token })
  expect(claimsOf(body as Session).amr).toEqual(amr)
  expect(claimsOf((await server.signedIn('member')).session).amr).toMatchObject([{ method: 'password' }])
  expect((await verify(token)).body, 'the second time').toEqual(expired)
  const user = await server.service().auth.admin.listUsers()
  const last = user.data.users.find(({ email }) => email === people.member.email)?.last_sign_in_at ?? ''
  expect(Math.round(Date.parse(last) / 1000), 'a later sign-in').toBeGreaterThan(
    amr[0]?.timestamp ?? Infinity,
  )
})

test('a mailed link stops working after an hour or a newer mail; a changed link never works', async () => {
  const first = await mailedToken()
  for (const token of [first.toUpperCase(), `pkce_${first}`, 'a'.repeat(56)])
    expect(await verify(token), token).toMatchObject({ status: 403, body: expired })
  await server.advance(61_000)
  const second = await mailedToken()
  expect((await verify(first)).body, 'after a newer mail').toEqual(expired)
  await server.advance(3_590_000)
  expect((await verify(second)).status, 'after almost an hour').toBe(200)
  const late = await mailedToken()
  await server.advance(3_601_000)
  expect((await verify(late)).body, 'after an hour').toEqual(expired)
})

test('the mailed link of a PKCE client opens a session without the code verifier', async () => {
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
  const token = await mailedToken(people.member.email, challenge)
  expect(token).toMatch(/^pkce_[0-9a-f]{56}$/)
  expect((await verify(token.slice(5))).body).toEqual(expired)
  expect(claimsOf(await session(token)).amr).toMatchObject([{ method: 'otp' }])
})

test('a banned account gets a mail, but the link in it opens no session during the ban', async () => {
  const { status, body } = await verify(await mailedToken(banned))
  expect([status, body]).toEqual([403, { code: 403, error_code: 'user_banned', msg: 'User is banned' }])
})

test.each([
  ['no type', { token_hash: 'x' }, 'Verify requires a verification type'],
  ['no token', { type: 'recovery', token: '1' }, expect.stringContaining('does not serve') as string],
])('verification with %s gets an error', async (_, body, msg) => {
  const answer = await post('/verify', body)
  expect([answer.status, answer.body]).toEqual([400, { code: 400, error_code: 'validation_failed', msg }])
})

test('a new password ends all other sessions and mailed links; the session that set it goes on', async () => {
  const other = await server.signedIn('member')
  const opened = await session(await mailedToken())
  await server.advance(61_000)
  const open = await mailedToken()
  const password = 'pohutukawa-in-december'
  const changed = await setPassword(opened.access_token, { password, code_challenge: null })
  expect([changed.status, changed.body]).toMatchObject([200, { email: people.member.email }])

  const gone = await server.fetchAuth('/user', {
    headers: { authorization: `Bearer ${other.session.access_token}` },
  })
  expect([gone.status, gone.body]).toMatchObject([403, { error_code: 'session_not_found' }])
  const dead = await post('/token?grant_type=refresh_token', { refresh_token: other.session.refresh_token })
  expect([dead.status, dead.body]).toMatchObject([400, { error_code: 'refresh_token_not_found' }])
  const lost = await other.supabase.auth.updateUser({ password: 'another-long-password' })
  expect(lost.error).toMatchObject({ name: 'AuthSessionMissingError', status: 400, code: undefined })
  expect((await verify(open)).body).toEqual(expired)
  const own = await post('/token?grant_type=refresh_token', { refresh_token: opened.refresh_token })
  expect(own.status).toBe(200)
  expect((await recover(people.member.email)).status, 'another mail within the minute').toBe(200)

  const visitor = nodeClient(server, server.publishableKey)
  const enter = (tried: string) =>
    visitor.auth.signInWithPassword({ email: people.member.email, password: tried })
  expect((await enter(people.member.password)).error).toMatchObject({ code: 'invalid_credentials' })
  expect((await enter(password)).error).toBeNull()
  const back = await setPassword(opened.access_token, { password: people.member.password })
  expect(back.status).toBe(200)
})

test.each([
  [
    'a short one',
    { password: 'e'.repeat(11) },
    {
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 12 characters.',
      weak_password: { reasons: ['length'] },
    },
  ],
  [
    'one without the current one',
    { password: 'another-long-password' },
    {
      code: 400,
      error_code: 'current_password_required',
      msg: 'Current password required when setting new password.',
    },
  ],
  [
    'one with a wrong current one',
    { password: 'another-long-password', current_password: 'x' },
    {
      code: 400,
      error_code: 'current_password_invalid',
      msg: 'Current password required when setting new password.',
    },
  ],
  [
    'the current one',
    { password: people.member.password, current_password: people.member.password },
    {
      code: 422,
      error_code: 'same_password',
      msg: 'New password should be different from the old password.',
    },
  ],
  [
    'one of more bytes than bcrypt reads',
    { password: 'ä'.repeat(37) },
    { code: 400, error_code: 'validation_failed', msg: 'Password cannot be longer than 72 characters' },
  ],
  [
    'a new e-mail',
    { email: 'a@b.nz' },
    { code: 400, error_code: 'validation_failed', msg: expect.stringContaining('"email"') as string },
  ],
])('the server refuses %s in place of a new password, and the session goes on', async (_, given, answer) => {
  const { supabase, session } = await server.signedIn('member')
  const { status, body } = await setPassword(session.access_token, given)
  expect([status, body]).toEqual([answer.code, answer])
  expect((await supabase.auth.getUser()).error).toBeNull()
  const named = await server.fetchAuth('/user', {
    method: 'PUT',
    body: JSON.stringify(given),
    headers: { authorization: `Bearer ${session.access_token}`, 'x-supabase-api-version': '2024-01-01' },
  })
  const { error_code: code, msg: message, code: _status, ...more } = answer
  expect(named.body).toEqual({ code, message, ...more })
})

test('after thirty tries a mailed link is refused for ten seconds, and then still works', async () => {
  const token = await mailedToken()
  const answers = await Promise.all(Array.from({ length: 30 }, () => verify('a'.repeat(56))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  const limited = await verify(token)
  expect([limited.status, limited.body]).toEqual([
    429,
    { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
  ])
  await server.advance(10_000)
  expect((await verify(token)).status).toBe(200)
})
