import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inlineStyles } from '@/scripts/inline-styles'

test('a page has its styles in it, with addresses that hold from anywhere, and keeps a link that fetches nothing', () => {
  const build = mkdtempSync(join(tmpdir(), 'styles-'))
  onTestFinished(() => rmSync(build, { recursive: true }))
  const drawing = `url("data:image/svg+xml,<svg d='M0(1)'/>")`
  mkdirSync(join(build, 'static/chunks'), { recursive: true })
  writeFileSync(
    join(build, 'static/chunks/a.css'),
    `@font-face{src:url(../media/face.woff2)}b{background:${drawing}}`,
  )
  expect(inlineStyles('<head><link rel="stylesheet" href="/_next/static/chunks/a.css"/></head>', build)).toBe(
    `<head><style>@font-face{src:url(/_next/static/media/face.woff2)}b{background:${drawing}}</style>` +
      '<link disabled="" rel="stylesheet" href="/_next/static/chunks/a.css"/></head>',
  )
})

test('a build whose pages link their styles in another way fails, instead of going out slower', () => {
  expect(() => inlineStyles('<head><link href="/a.css" rel="stylesheet"></head>', '')).toThrow(
    'links a stylesheet',
  )
})
