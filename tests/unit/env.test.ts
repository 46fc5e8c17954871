import { expect, test } from 'vitest'
import { readBackend, requireBackend, trustedProxies } from '@/lib/env'

const key = 'sb_publishable_x'

test('SUPABASE_URL and key select a Supabase; without both the site uses the embedded one', () => {
  expect(readBackend({ SUPABASE_URL: 'https://x.supabase.co/', SUPABASE_PUBLISHABLE_KEY: key })).toEqual({
    url: 'https://x.supabase.co',
    publishableKey: key,
  })
  expect(readBackend({ SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' })).toBeNull()
})

test.each([
  [{ SUPABASE_URL: 'https://x.supabase.co' }, 'SUPABASE_URL is set but SUPABASE_PUBLISHABLE_KEY is not'],
  [{ SUPABASE_PUBLISHABLE_KEY: key }, 'SUPABASE_PUBLISHABLE_KEY is set but SUPABASE_URL is not'],
  [{ SUPABASE_URL: 'x.supabase.co', SUPABASE_PUBLISHABLE_KEY: key }, 'must be an http(s) address'],
  [{ SUPABASE_URL: 'https://', SUPABASE_PUBLISHABLE_KEY: key }, 'must be an http(s) address'],
])('a half or wrong configuration is said in one sentence, without the key: %j', (env, sentence) => {
  expect(() => readBackend(env)).toThrow(sentence)
  expect(() => readBackend(env)).not.toThrow(key)
})

test('the error about a missing Supabase says how to start one', () => {
  expect(() => requireBackend()).toThrow('npm start')
})

test('the site trusts proxies only if TRUSTED_PROXIES is set', () => {
  expect([{}, { TRUSTED_PROXIES: '' }, { TRUSTED_PROXIES: '2' }].map(trustedProxies)).toEqual([0, 0, 2])
  for (const wrong of ['-1', '1.5', 'yes']) {
    expect(() => trustedProxies({ TRUSTED_PROXIES: wrong })).toThrow(`"${wrong}"`)
  }
})
