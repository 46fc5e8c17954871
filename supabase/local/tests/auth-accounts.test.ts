// @module-tag full
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { nodeClient } from '@/scripts/supabase-client'
import { movableClock, sharedCopy, type Running } from './embedded'

let server: Running
beforeAll(async () => (server = await sharedCopy({ nodeArgs: movableClock })))
// A minute later, the server's limit on sign-ins lets the next test sign in.
beforeEach(() => server.advance(60_000))

test('neither a visitor nor an admin can create accounts without the secret key', async () => {
  const { session } = await server.signedIn('admin')
  const create = { method: 'POST', body: JSON.stringify({ email: 'x@studio.test', password: 'y' }) }
  expect((await server.fetchAuth('/admin/users', create)).body).toMatchObject({
    code: 403,
    error_code: 'not_admin',
  })
  const asAdmin = {
    ...create,
    headers: { authorization: `Bearer ${session.access_token}`, apikey: server.secretKey },
  }
  expect(
    (await server.fetchAuth('/admin/users', asAdmin)).body,
    'the admin of the site is not the owner of the project',
  ).toMatchObject({
    error_code: 'not_admin',
  })
  expect((await server.fetchAuth(`/admin/users/${session.user.id}/factors`)).status).toBe(403)
})

test('the secret key creates, lists and updates accounts; a new password ends their sessions', async () => {
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

  const supabase = nodeClient(server, server.publishableKey)
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
])('the server refuses an account with %s', async (_, given, code) => {
  const headers = { apikey: server.secretKey }
  const { status, body } = await server.fetchAuth('/admin/users', {
    method: 'POST',
    body: JSON.stringify(given),
    headers,
  })
  expect([status, body]).toMatchObject([400, { error_code: code }])
})
