import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inlineStyles } from '@/scripts/inline-styles'

const stylesheet = '<link rel="stylesheet" href="/_next/static/chunks/a.css"/>'
const fontLink = (file: string) =>
  `<link rel="preload" href="/_next/static/media/${file}" as="font" crossorigin="" type="font/woff2"/>`

/** A build with one stylesheet. */
function buildWith(css: string): string {
  const build = mkdtempSync(join(tmpdir(), 'styles-'))
  onTestFinished(() => rmSync(build, { recursive: true }))
  mkdirSync(join(build, 'static/chunks'), { recursive: true })
  writeFileSync(join(build, 'static/chunks/a.css'), css)
  return build
}

test('a page has its styles in it, with addresses that hold from anywhere, and keeps a link that fetches nothing', () => {
  const drawing = `url("data:image/svg+xml,<svg d='M0(1)'/>")`
  const build = buildWith(`@font-face{src:url(../media/face.woff2)}b{background:${drawing}}`)
  expect(inlineStyles(`<head>${stylesheet}</head>`, build)).toBe(
    `<head><style>@font-face{src:url(/_next/static/media/face.woff2)}b{background:${drawing}}</style>` +
      '<link disabled="" rel="stylesheet" href="/_next/static/chunks/a.css"/></head>',
  )
})

test('a page for which Next forgot the typeface’s preload gets it, and no page twice', () => {
  const build = buildWith(
    '@font-face{src:url(../media/face.p.1.woff2)}@font-face{src:url(../media/ext.2.woff2)}',
  )
  const forgotten = inlineStyles(`<head>${stylesheet}</head>`, build)
  expect(forgotten).toContain(`<head>${fontLink('face.p.1.woff2')}<style>`)
  expect(forgotten).not.toContain(fontLink('ext.2.woff2'))
  const known = inlineStyles(`<head>${fontLink('face.p.1.woff2')}${stylesheet}</head>`, build)
  expect(known.split('rel="preload"')).toHaveLength(2)
})

test('a build whose pages link their styles in another way fails, instead of going out slower', () => {
  expect(() => inlineStyles('<head><link href="/a.css" rel="stylesheet"></head>', '')).toThrow(
    'links a stylesheet',
  )
})
