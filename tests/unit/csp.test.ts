import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backendOrigins, contentSecurityPolicy } from '@/lib/csp'
import { addPolicies } from '@/scripts/static-csp'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'csp-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a page may call only its own site, and the desk its Supabase by both protocols', () => {
  expect(contentSecurityPolicy(['nonce-x'])).toContain("connect-src 'self';")
  expect(contentSecurityPolicy(['nonce-x'], backendOrigins('https://x.supabase.co/auth'))).toContain(
    "connect-src 'self' https://x.supabase.co wss://x.supabase.co;",
  )
  expect(backendOrigins('http://127.0.0.1:54421')).toEqual(['http://127.0.0.1:54421', 'ws://127.0.0.1:54421'])
})

test('a prerendered page names each of its inline scripts by hash, once, and nothing else', () => {
  const inline = 'self.x = "<b>"\n'
  const html = `<head><meta charSet="utf-8"/></head><script src="/a.js" async=""></script><script>${inline}</script>
    <script type="application/ld+json">{"a":1}</script><script id="b">${inline}</script>`
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'index.meta'), '{"headers":{"x-kept":"1"}}')
  addPolicies(folder)
  const { headers } = JSON.parse(readFileSync(join(folder, 'index.meta'), 'utf8')) as {
    headers: Record<string, string>
  }
  const hash = createHash('sha256').update(inline).digest('base64')
  expect(headers).toMatchObject({ 'x-kept': '1' })
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  // A host that sends no such header finds the policy in the page, but for what a page may not say.
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(
    `<meta charSet="utf-8"/><meta http-equiv="Content-Security-Policy" content="${headers['content-security-policy']?.replace(" frame-ancestors 'none';", '')}"/>`,
  )
})

test('a build whose pages are not where they used to be fails, instead of going out without a policy', () => {
  expect(() => addPolicies(folder)).toThrow('No prerendered page')
})
