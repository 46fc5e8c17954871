// @module-tag full
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import { codeOf, wrongCode } from '@/tests/codes'
import { movableClock, startCopy, type Running } from './embedded'

let server: Running
let ahead = 0
beforeAll(async () => {
  server = await startCopy({ nodeArgs: movableClock })
  return () => server.stop()
})
// 200 seconds later, the server's rate limits allow the next test's calls.
beforeEach(() => later(200_000))
async function later(milliseconds: number) {
  await server.advance(milliseconds)
  ahead += milliseconds
}

/** Calls the Auth service with the token of the client's session. Returns the status and the body. */
async function ask(client: SupabaseClient, method: string, path: string, body?: object) {
  const token = (await client.auth.getSession()).data.session?.access_token
  const response = await server.fetchAuth(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return [response.status, response.body] as [number, Record<string, unknown>]
}

/** Signs the member in, and enrolls and verifies a second factor with this name. */
async function withFactor(name = 'Phone') {
  const { supabase } = await server.signedIn('member')
  const { data } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: 'South & Co',
  })
  const { id = '', totp } = data ?? {}
  const secret = totp?.secret ?? ''
  const code = codeOf(secret, 0, ahead)
  const verified = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code })
  expect(verified.error).toBeNull()
  return { supabase, id, secret, uri: totp?.uri ?? '' }
}
/** Removes the member's second factor at the end of a test. */
async function withoutFactors({ supabase, id }: { supabase: SupabaseClient; id: string }) {
  expect((await supabase.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
}

const error = (status: number, code: string) => [status, expect.objectContaining({ error_code: code })]

test('a session is at aal2 from the first code of a factor until the factor is removed', async () => {
  const old = await server.signedIn('member')
  const added = await withFactor()
  expect(added.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(added.uri).toBe(
    `otpauth://totp/South%20&%20Co:member@studio.test?algorithm=SHA1&digits=6&issuer=South%20&%20Co&period=30&secret=${added.secret}`,
  )
  const claims = async (client: SupabaseClient) => (await client.auth.getClaims()).data?.claims
  expect(await claims(added.supabase)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  })
  expect(await ask(old.supabase, 'GET', '/user'), 'the member’s other session').toEqual(
    error(403, 'session_not_found'),
  )

  const [, user] = await ask(added.supabase, 'GET', '/user')
  expect(user.factors).toMatchObject([
    { id: added.id, status: 'verified', friendly_name: 'Phone', factor_type: 'totp', phone: '' },
  ])
  await added.supabase.auth.refreshSession()
  expect(await claims(added.supabase)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  })

  const { supabase } = await server.signedIn('member')
  expect(await claims(supabase)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(await ask(supabase, 'PUT', '/user', { password: 'short' }), 'before the level').toEqual(
    error(422, 'weak_password'),
  )

  await withoutFactors(added)
  expect(await claims(added.supabase), 'until it is refreshed').toMatchObject({ aal: 'aal2' })
  await added.supabase.auth.refreshSession()
  expect(await claims(added.supabase)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect((await ask(added.supabase, 'GET', '/user'))[1]).not.toHaveProperty('factors')
})

/** Each row has the mistake, then the status, code and message of GoTrue 2.196, then the call. */
test('each wrong request for a factor gets GoTrue’s own status, code and message', async () => {
  const { supabase } = await server.signedIn('member')
  const { supabase: other } = await server.signedIn('admin')
  const enroll = (body: object) => ask(supabase, 'POST', '/factors', body)
  const phone = { factor_type: 'totp', friendly_name: 'Phone' }
  const [, made] = await enroll(phone)
  const factor = `/factors/${String(made.id)}`
  const { secret } = made.totp as { secret: string }
  const unknown = `/factors/${crypto.randomUUID()}`
  const challenge = async () => String((await ask(supabase, 'POST', `${factor}/challenge`))[1].id)
  const verify = (challenge_id: string, code: string, path = factor) =>
    ask(supabase, 'POST', `${path}/verify`, { challenge_id, code })
  const right = () => codeOf(secret, 0, ahead)
  const first = await challenge()
  const half = async (method: string, path: string, body?: object) =>
    ask((await server.signedIn('member')).supabase, method, path, body)

  type Row = [string, number, string, string, () => Promise<unknown>]
  const notFound = 'Factor not found'
  const noChallenge = 'MFA factor with the provided challenge ID not found'
  const elsewhere = 'Challenge and verify IP addresses mismatch.'
  const wrong = 'Invalid TOTP code entered'
  // prettier-ignore
  const before: Row[] = [
    ['a phone number', 400, 'validation_failed', 'The embedded Supabase does not serve the factor "phone". Use the Supabase CLI or a hosted project for it.', () => enroll({ factor_type: 'phone' })],
    ['a name twice', 422, 'mfa_factor_name_conflict', 'A factor with the friendly name "Phone" for this user already exists', () => enroll(phone)],
    ['a challenge of an unknown factor', 404, 'mfa_factor_not_found', notFound, () => ask(supabase, 'POST', `${unknown}/challenge`)],
    ['a challenge of an invalid id', 404, 'validation_failed', 'factor_id must be an UUID', () => ask(supabase, 'POST', '/factors/x/challenge')],
    ['another person’s factor', 404, 'mfa_factor_not_found', notFound, () => ask(other, 'POST', `${factor}/challenge`)],
    ['a code for an unknown factor', 404, 'mfa_factor_not_found', notFound, () => verify(first, right(), unknown)],
    ['no code', 400, 'validation_failed', 'Code needs to be non-empty', () => verify(first, '')],
    ['a code for an unknown challenge', 422, 'mfa_factor_not_found', noChallenge, () => verify(crypto.randomUUID(), right())],
    ['a wrong code', 422, 'mfa_verification_failed', wrong, () => verify(first, wrongCode(secret))],
    ['a code of a minute ago', 422, 'mfa_verification_failed', wrong, () => verify(first, codeOf(secret, -2, ahead))],
    ['removing an unknown factor', 404, 'mfa_factor_not_found', notFound, () => ask(supabase, 'DELETE', unknown)],
  ]
  // prettier-ignore
  const after: Row[] = [
    ['a challenge used before', 422, 'mfa_ip_address_mismatch', elsewhere, () => verify(first, right())],
    ['a second phone with the password alone', 403, 'insufficient_aal', 'AAL2 required to enroll a new factor', () => half('POST', '/factors', { ...phone, friendly_name: 'Phone 2' })],
    ['removing it with the password alone', 422, 'insufficient_aal', 'AAL2 required to unenroll verified factor', () => half('DELETE', factor)],
    ['a new password with the old one alone', 401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.', () => half('PUT', '/user', { password: 'another-long-one' })],
  ]
  const check = async (rows: Row[]) => {
    for (const [says, status, error_code, msg, call] of rows)
      expect(await call(), says).toEqual([status, { code: status, error_code, msg }])
  }
  await check(before)
  // The challenge still works after the wrong codes. The code of 30 seconds ago is right, even with blanks around it.
  expect((await verify(first, ` ${codeOf(secret, -1, ahead)} `))[0]).toBe(200)
  await check(after)
  const late = await challenge()
  await later(301_000)
  const expired = `MFA challenge ${late} has expired, verify against another challenge or create a new challenge.`
  await check([['a late code', 422, 'mfa_challenge_expired', expired, () => verify(late, right())]])
  expect((await verify(await challenge(), codeOf(secret, 1, ahead)))[0]).toBe(200)
  expect(await ask(supabase, 'DELETE', factor)).toMatchObject([200, { id: made.id }])

  const { error: missing } = await server
    .service()
    .auth.admin.mfa.listFactors({ userId: crypto.randomUUID() })
  expect([missing?.status, missing?.code]).toEqual([404, 'user_not_found'])
})

test('a mail tells of a factor’s first code and of each removal, also of an unfinished factor', async () => {
  const folder = join(server.dataDir, 'auth-mails')
  const count = (subject: string) =>
    readdirSync(folder).filter((file) =>
      readFileSync(join(folder, file), 'utf8').includes(`Subject: ${subject}\r\n`),
    ).length
  const counts = () => [count('A code from a phone was added'), count('A code from a phone was removed')]
  const added = await withFactor()
  const [before = 0, removed = 0] = counts()
  expect(before).toBeGreaterThan(0)
  const code = codeOf(added.secret, 0, ahead)
  expect((await added.supabase.auth.mfa.challengeAndVerify({ factorId: added.id, code })).error).toBeNull()
  const [, begun] = await ask(added.supabase, 'POST', '/factors', {
    factor_type: 'totp',
    friendly_name: 'Phone 2',
  })
  expect(counts(), 'a later code, and a begun factor').toEqual([before, removed])
  expect((await ask(added.supabase, 'DELETE', `/factors/${String(begun.id)}`))[0]).toBe(200)
  await withoutFactors(added)
  expect(counts()).toEqual([before, removed + 2])
})

test('an account has ten second factors at most, and “Phone” and “phone” are two names', async () => {
  const { supabase } = await server.signedIn('admin')
  const enroll = async (friendly_name?: string) =>
    ask(supabase, 'POST', '/factors', { factor_type: 'totp', friendly_name })
  expect((await enroll())[0]).toBe(200)
  expect(await enroll(), 'two without a name').toEqual(error(422, 'mfa_factor_name_conflict'))
  for (const name of ['Phone', 'phone', ...Array.from({ length: 7 }, (_, n) => `Phone ${n}`)])
    expect((await enroll(name))[0], name).toBe(200)
  expect(await enroll('One more')).toEqual(error(422, 'too_many_enrolled_mfa_factors'))
  const user = (await ask(supabase, 'GET', '/user'))[1] as { factors: { id: string }[] }
  for (const { id } of user.factors) expect((await ask(supabase, 'DELETE', `/factors/${id}`))[0]).toBe(200)
})

test('a right code raises the session also for a tab that still has the previous refresh token', async () => {
  const added = await withFactor()
  const half = await server.signedIn('member')
  const code = codeOf(added.secret, 0, ahead)
  const { error: failed } = await half.supabase.auth.mfa.challengeAndVerify({ factorId: added.id, code })
  expect(failed, 'the same code again').toBeNull()
  expect((await ask(added.supabase, 'GET', '/user'))[0], 'a session at aal2 goes on').toBe(200)
  const { body } = await server.fetchAuth('/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: half.session.refresh_token }),
  })
  const { access_token } = body as { access_token: string }
  expect(JSON.parse(atob(access_token.split('.')[1] ?? ''))).toMatchObject({ aal: 'aal2' })
  await withoutFactors({ ...added, supabase: half.supabase })
})
