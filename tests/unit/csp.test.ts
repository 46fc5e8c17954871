import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { backendOrigins, contentSecurityPolicy } from '@/lib/csp'
import { policyOf, withPolicy } from '@/scripts/static-csp'

test('a page may call only its own site, and the desk its Supabase by both protocols', () => {
  expect(contentSecurityPolicy(['nonce-x'])).toContain("connect-src 'self';")
  expect(contentSecurityPolicy(['nonce-x'], backendOrigins('https://x.supabase.co/auth'))).toContain(
    "connect-src 'self' https://x.supabase.co wss://x.supabase.co;",
  )
  expect(backendOrigins('http://127.0.0.1:54421')).toEqual(['http://127.0.0.1:54421', 'ws://127.0.0.1:54421'])
})

test('a prerendered page names each of its inline scripts by hash, once, and nothing else', () => {
  const inline = 'self.x = "<b>"\n'
  const html = `<script src="/a.js" async=""></script><script>${inline}</script>
    <script type="application/ld+json">{"a":1}</script><script id="b">${inline}</script>`
  const hash = createHash('sha256').update(inline).digest('base64')
  expect(policyOf(html)).toContain(`script-src 'self' 'sha256-${hash}';`)
})

test('a host that sends no policy finds it in the page, but for what a page may not say', () => {
  const html = withPolicy(
    '<head><meta charSet="utf-8"/></head>',
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(html).toBe(
    `<head><meta charSet="utf-8"/><meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'"/></head>`,
  )
})
