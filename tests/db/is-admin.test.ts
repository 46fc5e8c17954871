import { expect, test } from 'vitest'
import { onPostgres } from './databases'

const claims: [claims: string, isAdmin: boolean][] = [
  ['{"app_metadata": {"role": "admin"}}', true],
  ['{"app_metadata": {"provider": "email", "role": "admin"}, "user_metadata": {"role": "member"}}', true],
  ['', false],
  ['null', false],
  ['{}', false],
  ['"admin"', false],
  ['{"role": "admin"}', false],
  ['{"user_metadata": {"role": "admin"}}', false],
  ['{"user_metadata": {"app_metadata": {"role": "admin"}}}', false],
  ['{"app_metadata": null}', false],
  ['{"app_metadata": "admin"}', false],
  ['{"app_metadata": "{\\"role\\": \\"admin\\"}"}', false],
  ['{"app_metadata": ["role", "admin"]}', false],
  ['{"app_metadata": [{"role": "admin"}]}', false],
  ['{"app_metadata": {"role": null}}', false],
  ['{"app_metadata": {"role": true}}', false],
  ['{"app_metadata": {"role": ["admin"]}}', false],
  ['{"app_metadata": {"role": {"admin": true}}}', false],
  ['{"app_metadata": {"role": "Admin"}}', false],
  ['{"app_metadata": {"role": " admin"}}', false],
  ['{"app_metadata": {"Role": "admin"}}', false],
  ['{"app_metadata": {"role": "admin", "role": "member"}}', false],
]

onPostgres((db) => {
  test.each(claims)('a token with %s: admin %s', async (text, expected) => {
    await db.rows(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      text,
    )
    expect(await db.value('select public.is_admin()')).toBe(expected)
  })

  test('is_admin() is false for a session without claims', async () => {
    await db.rows('set local role authenticated')
    expect(await db.value('select public.is_admin()')).toBe(false)
  })
})
