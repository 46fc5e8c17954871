// @module-tag full
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
// Later the limits have reset.
beforeEach(() => later(200_000))
async function later(milliseconds: number) {
  await server.advance(milliseconds)
  ahead += milliseconds
}

/** Calls the Auth server with the token of a client's session. Returns status and body. */
async function ask(client: SupabaseClient, method: string, path: string, body?: object) {
  const token = (await client.auth.getSession()).data.session?.access_token
  const response = await server.fetchAuth(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return [response.status, response.body] as [number, Record<string, unknown>]
}

/** Enrolls and verifies a factor of this name in a new session of the member. */
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
/** Deletes a person's factors and sessions, as the project's owner does by SQL. */
async function withoutFactors({ supabase, id }: { supabase: SupabaseClient; id: string }) {
  expect((await supabase.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
}

const error = (status: number, code: string) => [status, expect.objectContaining({ error_code: code })]

test('a member enrolls, verifies and removes a factor; the level of the session follows', async () => {
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
  expect(await ask(old.supabase, 'GET', '/user'), 'its other sessions have ended').toEqual(
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
  expect(await ask(supabase, 'PUT', '/user', { password: 'another-long-one' })).toEqual(
    error(401, 'insufficient_aal'),
  )
  expect(await ask(supabase, 'PUT', '/user', { password: 'short' }), 'looked at first').toEqual(
    error(422, 'weak_password'),
  )
  expect(await ask(supabase, 'DELETE', `/factors/${added.id}`)).toEqual(error(422, 'insufficient_aal'))
  expect(await ask(supabase, 'POST', '/factors', { factor_type: 'totp', friendly_name: 'Phone 2' })).toEqual(
    error(403, 'insufficient_aal'),
  )

  await withoutFactors(added)
  expect(await claims(added.supabase), 'until it is refreshed').toMatchObject({ aal: 'aal2' })
  await added.supabase.auth.refreshSession()
  expect(await claims(added.supabase)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect((await ask(added.supabase, 'GET', '/user'))[1]).not.toHaveProperty('factors')
})

test('a wrong request for a factor gets GoTrue’s own error', async () => {
  const { supabase } = await server.signedIn('member')
  const enroll = (body: object) => ask(supabase, 'POST', '/factors', body)
  expect(await enroll({ factor_type: 'phone' })).toEqual(error(422, 'mfa_phone_enroll_not_enabled'))
  expect(await enroll({ factor_type: 'x' })).toEqual(error(400, 'validation_failed'))
  const [, made] = await enroll({ factor_type: 'totp', friendly_name: 'Phone' })
  expect(await enroll({ factor_type: 'totp', friendly_name: 'Phone' })).toEqual(
    error(422, 'mfa_factor_name_conflict'),
  )
  const factor = `/factors/${String(made.id)}`
  const { secret } = made.totp as { secret: string }
  expect(await ask(supabase, 'POST', '/factors/x/challenge')).toEqual(error(404, 'validation_failed'))
  expect(await ask((await server.signedIn('admin')).supabase, 'POST', `${factor}/challenge`)).toEqual(
    error(404, 'mfa_factor_not_found'),
  )
  const challenge = async () => String((await ask(supabase, 'POST', `${factor}/challenge`))[1].id)
  const verify = (challenge_id: string, code: string) =>
    ask(supabase, 'POST', `${factor}/verify`, { challenge_id, code })
  const right = () => codeOf(secret, 0, ahead)
  expect(await verify(await challenge(), '')).toEqual(error(400, 'validation_failed'))
  expect(await verify('x', right())).toEqual(error(422, 'mfa_factor_not_found'))
  const first = await challenge()
  expect(await verify(first, wrongCode(secret))).toEqual(error(422, 'mfa_verification_failed'))
  expect(
    (await verify(first, ` ${codeOf(secret, -1, ahead)} `))[0],
    'a wrong code spends none, blanks count',
  ).toBe(200)
  expect(await verify(first, right()), 'used').toEqual(error(422, 'mfa_ip_address_mismatch'))
  const late = await challenge()
  await later(301_000)
  expect(await verify(late, right())).toEqual(error(422, 'mfa_challenge_expired'))
  expect((await verify(await challenge(), codeOf(secret, 1, ahead)))[0]).toBe(200)
  expect(await ask(supabase, 'DELETE', factor)).toMatchObject([200, { id: made.id }])
})

test('names of factors differ by case, and an account has ten at most', async () => {
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

test('an unknown factor or account is not found', async () => {
  const { supabase } = await server.signedIn('admin')
  const nobody = crypto.randomUUID()
  for (const [method, path] of [
    ['POST', `/factors/${nobody}/challenge`],
    ['POST', `/factors/${nobody}/verify`],
    ['DELETE', `/factors/${nobody}`],
  ] as const)
    expect(await ask(supabase, method, path, { code: '123456' }), path).toEqual(
      error(404, 'mfa_factor_not_found'),
    )
  const { error: missing } = await server.service().auth.admin.mfa.listFactors({ userId: nobody })
  expect([missing?.status, missing?.code]).toEqual([404, 'user_not_found'])
})

test('each right code gives a new refresh token; the previous one yields the raised session', async () => {
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

test('the secret key lists an account’s factors; a list of accounts leaves them out', async () => {
  const added = await withFactor()
  const { auth } = server.service()
  const { data } = await auth.admin.listUsers()
  const member = data.users.find(({ email }) => email === 'member@studio.test')
  expect(member).not.toHaveProperty('factors')
  const listed = await auth.admin.mfa.listFactors({ userId: member?.id ?? '' })
  expect(listed.data?.factors).toMatchObject([{ id: added.id, status: 'verified' }])
  expect((await ask(added.supabase, 'GET', `/admin/users/${member?.id}/factors`))[0]).toBe(403)
  await withoutFactors(added)
})
