import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import nextConfig from '@/next.config'
import { backendOrigins, contentSecurityPolicy } from '@/lib/http/csp'
import { addStaticPolicies, policyFor } from '@/scripts/static-csp'

let build: string
beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'build-'))
  mkdirSync(join(build, 'server/app'), { recursive: true })
})
afterEach(() => rmSync(build, { recursive: true }))

const page = '<script>self.x = 1</script>'

function writePage(html: string, meta: object): string {
  const file = join(build, 'server/app/index')
  writeFileSync(`${file}.html`, html)
  writeFileSync(`${file}.meta`, JSON.stringify(meta))
  return file
}

test('the policy lets a page call only its own site, and the admin also its Supabase by https and wss', () => {
  expect(contentSecurityPolicy(['nonce-x'])).toContain("connect-src 'self';")
  expect(contentSecurityPolicy(['nonce-x'], backendOrigins('https://x.supabase.co/auth'))).toContain(
    "connect-src 'self' https://x.supabase.co wss://x.supabase.co;",
  )
  expect(backendOrigins('http://127.0.0.1:54421')).toEqual(['http://127.0.0.1:54421', 'ws://127.0.0.1:54421'])
})

test('a prerendered page’s policy allows its inline scripts by hash, and no other inline script', () => {
  const inline = 'self.x = "<b>"\n'
  const html = `<script src="/a.js" async=""></script><script>${inline}</script>
    <script type="application/ld+json">{"a":1}</script><script id="b">${inline}</script>`
  const hash = createHash('sha256').update(inline).digest('base64')
  expect(policyFor(html)).toContain(`script-src 'self' 'sha256-${hash}';`)
})

test('the policy is added to a prerendered page’s headers, and the page stays unchanged', () => {
  const file = writePage(page, { status: 404, headers: { 'x-kept': '1' } })
  addStaticPolicies(build)
  expect(JSON.parse(readFileSync(`${file}.meta`, 'utf8'))).toEqual({
    status: 404,
    headers: { 'x-kept': '1', 'content-security-policy': policyFor(page) },
  })
  expect(readFileSync(`${file}.html`, 'utf8')).toBe(page)
})

test('a build with unexpected files fails instead of going live without a policy', () => {
  expect(() => addStaticPolicies(build), 'no page').toThrow('No prerendered page')
  writePage(page, { status: 200 })
  expect(() => addStaticPolicies(build), 'no headers').toThrow('has no headers')
  writePage('<script src="/a.js" async=""></script>', { headers: {} })
  expect(() => addStaticPolicies(build), 'no inline script').toThrow('no inline script')
})

test('on Vercel next.config.ts gives prerendered pages their policy, because Vercel may drop headers', async () => {
  const policies = async () =>
    ((await nextConfig('phase-production-build').headers?.()) ?? [])
      .filter(({ headers }) => headers.some(({ key }) => key === 'Content-Security-Policy'))
      .map(({ source }) => source)
  expect(await policies()).toEqual([])
  vi.stubEnv('VERCEL', '1')
  expect(await policies()).toEqual(['/', '/about'])
  vi.unstubAllEnvs()
})
