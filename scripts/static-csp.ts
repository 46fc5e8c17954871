/**
 * Gives each prerendered page its Content-Security-Policy after `next build`, with the hashes of its inline scripts: into the headers of
 * the `.meta` file beside it, which `next start` sends, and into the page, for hosts that do not. See docs/decisions/static-csp.md.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { contentSecurityPolicy } from '../lib/csp'

/** Writes the header for every prerendered page under a build's `server/app`. Throws when Next's format is not the one we know. */
export function addPolicies(appDir: string): void {
  const pages = readdirSync(appDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  )
  if (pages.length === 0)
    throw new Error(`No prerendered page in ${appDir}: has Next changed where it keeps them?`)
  for (const page of pages) {
    const metaFile = `${appDir}/${page.replace(/\.html$/, '.meta')}`
    const meta = JSON.parse(readFileSync(metaFile, 'utf8')) as { headers?: Record<string, string> }
    const html = readFileSync(`${appDir}/${page}`, 'utf8')
    const policy = contentSecurityPolicy([...new Set(inlineScripts(html).map(hashSource))])
    meta.headers = { ...meta.headers, 'content-security-policy': policy }
    writeFileSync(metaFile, JSON.stringify(meta))
    // Browsers take no frame-ancestors from a page, and complain; X-Frame-Options says the same.
    const inPage = policy.replace(" frame-ancestors 'none';", '')
    const element = `<meta http-equiv="Content-Security-Policy" content="${inPage}"/>`
    writeFileSync(`${appDir}/${page}`, html.replace('<meta charSet="utf-8"/>', `$&${element}`))
  }
}

/** The text of each inline script that a browser would run; data blocks such as JSON-LD are none. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)]
    .filter(({ groups }) => !/\ssrc=|type="application\//.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.text ?? '')
}

function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
