import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { previousSiteSecret, siteSecret } from '@/lib/env'
import { hashSiteKey, siteKey } from '@/lib/supabase/site-key'

const secret = randomBytes(32).toString('base64')

test('SITE_SECRET is 32 bytes in base64, or nothing; the error for another value does not show it', () => {
  expect(siteSecret({ SITE_SECRET: secret })).toBe(secret)
  expect([siteSecret({}), siteSecret({ SITE_SECRET: '' })]).toEqual([undefined, undefined])
  for (const wrong of ['secret', secret.slice(4), `${secret}AAAA`, 'ab'.repeat(32), ` ${secret}`]) {
    expect(() => siteSecret({ SITE_SECRET: wrong })).toThrow('openssl rand -base64 32')
    expect(() => siteSecret({ SITE_SECRET: wrong })).not.toThrow(wrong)
    expect(() => previousSiteSecret({ SITE_SECRET_PREVIOUS: wrong })).toThrow(/^SITE_SECRET_PREVIOUS must be/)
  }
})

test('a secret always gives the same site key; neither the key nor its hash shows the secret', () => {
  expect(siteKey(secret)).toMatch(/^[0-9a-f]{64}$/)
  expect(siteKey(secret)).toBe(siteKey(secret))
  expect(siteKey(randomBytes(32).toString('base64'))).not.toBe(siteKey(secret))
  expect(siteKey(secret)).not.toBe(Buffer.from(secret, 'base64').toString('hex'))
  expect(hashSiteKey(siteKey(secret) ?? '')).toMatch(/^[0-9a-f]{64}$/)
  expect(siteKey(undefined)).toBeUndefined()
})
