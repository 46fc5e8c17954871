/**
 * What a build does to the prerendered pages after Next: their styles and their policy go into them, and their scripts wait for the first
 * paint.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptsAfterPaint } from '../lib/answers/scripts-after-paint'
import { inlineStyles } from './inline-styles'
import { policyOf, withPolicy } from './static-csp'

/** Rewrites each prerendered page of a build (`.next`) and the headers beside it. Throws when Next's format is not the one we know. */
export function finishPages(buildDir: string): void {
  const folder = join(buildDir, 'server/app')
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  )
  if (pages.length === 0)
    throw new Error(`No prerendered page in ${folder}: has Next changed where it keeps them?`)
  for (const page of pages) {
    const file = join(folder, page)
    const html = scriptsAfterPaint(inlineStyles(readFileSync(file, 'utf8'), buildDir))
    const policy = policyOf(html)
    writeFileSync(file, withPolicy(html, policy))
    const metaFile = file.replace(/\.html$/, '.meta')
    const meta = JSON.parse(readFileSync(metaFile, 'utf8')) as { headers?: Record<string, string> }
    meta.headers = { ...meta.headers, 'content-security-policy': policy }
    writeFileSync(metaFile, JSON.stringify(meta))
  }
}
