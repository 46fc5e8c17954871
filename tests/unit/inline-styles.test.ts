import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inlineStyles } from '@/scripts/inline-styles'

let build: string
beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'styles-'))
  mkdirSync(join(build, 'server/app'), { recursive: true })
  mkdirSync(join(build, 'static/chunks'), { recursive: true })
})
afterEach(() => rmSync(build, { recursive: true }))

const page = () => join(build, 'server/app/index.html')

test('a page has its styles in it, with addresses that hold from anywhere, and keeps a link that fetches nothing', () => {
  const drawing = `url("data:image/svg+xml,<svg d='M0(1)'/>")`
  writeFileSync(
    join(build, 'static/chunks/a.css'),
    `@font-face{src:url(../media/face.woff2)}b{background:${drawing}}`,
  )
  writeFileSync(page(), '<head><link rel="stylesheet" href="/_next/static/chunks/a.css"/></head>')
  inlineStyles(build)
  expect(readFileSync(page(), 'utf8')).toBe(
    `<head><style>@font-face{src:url(/_next/static/media/face.woff2)}b{background:${drawing}}</style>` +
      '<link disabled="" rel="stylesheet" href="/_next/static/chunks/a.css"/></head>',
  )
})

test('a build whose pages link their styles in another way fails, instead of going out slower', () => {
  writeFileSync(page(), '<head></head>')
  expect(() => inlineStyles(build)).toThrow('links a stylesheet')
})
