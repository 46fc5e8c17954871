// @module-tag full
import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { siteKey } from '@/lib/supabase/site-key'
import { ensureSiteSecret } from '@/scripts/site-key'
import { startCopy, type Running } from './embedded'
import { run } from './servers'

// All tests share one server; the first test needs it without a site key.
let server: Running
beforeAll(async () => {
  server = await startCopy()
})
afterAll(() => server.stop())

/** Sends an inquiry with this site key. Returns 'stored', or the message of the database's error. */
async function write(key?: string) {
  const { error } = await server.visitor().rpc('create_inquiry', {
    p_name: 'Ana',
    p_email: 'ana@example.com',
    p_site_key: key,
  })
  return error?.message ?? 'stored'
}

test('a site on the embedded Supabase keeps its secret in a file that only the owner can read', async () => {
  expect(await write()).toBe('stored')
  const secret = await ensureSiteSecret(server)
  expect(await ensureSiteSecret(server)).toBe(secret)
  expect(statSync(join(server.dataDir, 'site-secret')).mode & 0o777).toBe(0o600)
  expect(await write()).toBe('not_signed')
  expect(await write(siteKey(secret))).toBe('stored')
})

test('npm run site-key keeps the previous key valid; with --only it keeps the new key alone', async () => {
  const secrets = Array.from({ length: 2 }, () => randomBytes(32).toString('base64'))
  const store = (secret: string, ...args: string[]) => {
    vi.stubEnv('SUPABASE_URL', server.url)
    vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', server.publishableKey)
    vi.stubEnv('SUPABASE_SECRET_KEY', server.secretKey)
    vi.stubEnv('SITE_SECRET', secret)
    return run('scripts/site-key.ts', args, server.dataDir).finally(() => vi.unstubAllEnvs())
  }
  const known = () => Promise.all(secrets.map((secret) => write(siteKey(secret))))

  const [first = '', second = ''] = secrets
  const p_hash = createHash('sha256')
    .update(siteKey(first) ?? '')
    .digest('hex')
  await server.service().rpc('set_site_key', { p_hash }).throwOnError()
  const { code, output } = await store(second)
  expect([code, output.trim()]).toEqual([0, 'The key of this site is stored.'])
  expect(output).not.toContain(second)
  expect(await known()).toEqual(['stored', 'stored'])
  expect((await store(second, '--only')).code).toBe(0)
  expect(await known()).toEqual(['not_signed', 'stored'])
  const wrong = await store('a secret')
  expect([wrong.code, wrong.output.trim()]).toEqual([
    1,
    expect.stringMatching(/^SITE_SECRET must be 32 random bytes/),
  ])
})

/** Runs a script with this server's variables in its environment; `env` overrides some of them. */
function command(script: string, args: string[], env: Record<string, string> = {}) {
  const { url, publishableKey, secretKey } = server
  for (const [name, value] of Object.entries({
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SITE_SECRET: randomBytes(32).toString('base64'),
    ...env,
  }))
    vi.stubEnv(name, value)
  return run(script, args, server.dataDir).finally(() => vi.unstubAllEnvs())
}

test('npm run admin:create prints for an existing admin that the old password is invalid', async () => {
  const create = async (email: string) => (await command('scripts/admin-create.ts', [email])).output
  expect(await create('mere@studio.test')).toMatch(/^mere@studio\.test is an admin\. Password: \S+\n$/)
  expect(await create('Mere@studio.test')).toMatch(
    /is an admin already\. New password: \S+\nThe one before no longer works/,
  )
  expect(await create('member@studio.test')).toContain('is an admin now. New password: ')
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a backend that is away', { SUPABASE_URL: 'http://127.0.0.1:9' }, /^http:\S+ does not respond\. /],
  ['a wrong secret key', { SUPABASE_SECRET_KEY: 'sb_secret_x' }, /^SUPABASE_SECRET_KEY is not the project’s/],
  ['the other key', { SUPABASE_SECRET_KEY: 'publishable' }, /^SUPABASE_SECRET_KEY is not the project’s/],
])('%s: npm run admin:create and npm run site-key say so in one sentence', async (_, env, sentence) => {
  if (env.SUPABASE_SECRET_KEY === 'publishable') env.SUPABASE_SECRET_KEY = server.publishableKey
  for (const [script, args] of [
    ['scripts/admin-create.ts', ['a@studio.test']],
    ['scripts/site-key.ts', []],
  ] as const) {
    const { code, output } = await command(script, [...args], env)
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringMatching(sentence)]])
  }
})
