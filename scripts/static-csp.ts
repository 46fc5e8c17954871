/** The Content-Security-Policy of a page that is prerendered, with the hashes of its inline scripts. See docs/decisions/static-csp.md. */
import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from '../lib/csp'

/** The policy under which a page's own inline scripts may run, and no others. */
export function policyOf(html: string): string {
  return contentSecurityPolicy([...new Set(inlineScripts(html).map(hashSource))])
}

/** The page with its policy in it, for hosts that do not send the headers that Next keeps beside it. */
export function withPolicy(html: string, policy: string): string {
  // Browsers take no frame-ancestors from a page, and complain; X-Frame-Options says the same.
  const inPage = policy.replace(" frame-ancestors 'none';", '')
  return html.replace(
    '<meta charSet="utf-8"/>',
    `$&<meta http-equiv="Content-Security-Policy" content="${inPage}"/>`,
  )
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
