/**
 * The last step of `npm run build`: a policy with the hashes of the page's inline scripts, as a header in the `.meta`
 * file that Next writes beside a prerendered page. See docs/decisions/public-pages.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentSecurityPolicy, hashSource } from '../lib/http/csp'

interface Meta {
  headers?: Record<string, string>
}

/** Throws if Next's files have another format than expected. */
export function addStaticPolicies(buildDir: string): void {
  const folder = join(buildDir, 'server/app')
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  )
  if (pages.length === 0)
    throw new Error(`No prerendered page in ${folder}: has Next changed where it keeps them?`)
  for (const page of pages) {
    const policy = policyFor(readFileSync(join(folder, page), 'utf8'))
    const metaFile = join(folder, page.replace(/\.html$/, '.meta'))
    const meta = JSON.parse(readFileSync(metaFile, 'utf8')) as Meta
    if (!meta.headers) throw new Error(`${metaFile} has no headers: has Next changed how it keeps them?`)
    meta.headers['content-security-policy'] = policy
    writeFileSync(metaFile, JSON.stringify(meta))
  }
}

/** Throws if the page has no inline script, because Next writes some into every page. */
export function policyFor(html: string): string {
  const hashes = inlineScripts(html).map(hashSource)
  if (hashes.length === 0)
    throw new Error('A page has no inline script that we can read: has Next changed how it writes them?')
  return contentSecurityPolicy([...new Set(hashes)])
}

/** Not those that are data, such as JSON-LD. */
function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)]
  return scripts
    .filter(({ groups }) => !/\ssrc=|type="application\//.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.text ?? '')
}

if (process.argv[1] === import.meta.filename) addStaticPolicies('.next')
