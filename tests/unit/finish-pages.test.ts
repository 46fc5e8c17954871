import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { finishPages } from '@/scripts/finish-pages'

let build: string
beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(build, 'server/app'), { recursive: true })
})
afterEach(() => rmSync(build, { recursive: true }))

const page = '<head><meta charSet="utf-8"/><script src="/a.js" async=""></script></head>'

test('a page is sent with the policy that stands in it, which lets the page’s own scripts run', () => {
  const file = join(build, 'server/app/index')
  writeFileSync(`${file}.html`, page)
  writeFileSync(`${file}.meta`, '{"headers":{"x-kept":"1"}}')
  finishPages(build)
  const { headers } = JSON.parse(readFileSync(`${file}.meta`, 'utf8')) as { headers: Record<string, string> }
  const policy = headers['content-security-policy'] ?? ''
  expect(headers).toMatchObject({ 'x-kept': '1' })
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
  expect(readFileSync(`${file}.html`, 'utf8')).toContain(policy.replace(" frame-ancestors 'none';", ''))
})

test('a build whose pages are not where they used to be fails, instead of going out without a policy', () => {
  expect(() => finishPages(build)).toThrow('No prerendered page')
})

test('a build whose pages load their scripts in another way fails, instead of going out slower', () => {
  writeFileSync(join(build, 'server/app/index.html'), page.replace('async=""', 'defer'))
  expect(() => finishPages(build)).toThrow('no async script')
})
