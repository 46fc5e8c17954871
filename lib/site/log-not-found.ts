import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { unescape } from 'node:querystring'

/**
 * Logs the path of every response with status 404. The pages stay static: see
 * docs/decisions/static-pages.md.
 */
export function logNotFound(): void {
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (response.statusCode === 404) console.warn(`404 ${loggedPath(request.url ?? '')}`)
  })
}

/**
 * A URL's path for the log, at most 200 characters: without the query, which may be private,
 * without what follows a secret path and e-mail addresses, also in a mistyped path, and without
 * control characters, which could forge a log line.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return decoded(path)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(afterSecretPath, '$1…')
    .replace(/[^/]+/g, (segment) => (isPrivate.test(segment) ? '…' : segment))
    .slice(0, 200)
}

/** What follows the last word of one of `secretPaths`; a test compares. */
const afterSecretPath = /(\/(?:manage|offer|calendar|password)\/).+/i

/**
 * A booking's token, that of a calendar feed or of a new password, even with some letters or the dot
 * lost, or an e-mail address. A UUID has 36 letters.
 */
const isPrivate = /@|[\da-f-]{32}.?[\w-]{16}|[\w-]{40}/i

/**
 * Decoded however often the path was encoded, and as far as it can be: an invalid escape must not
 * hide what stands beside it.
 */
function decoded(path: string): string {
  return unescape(path.replace(/%(?:25)+/g, '%'))
}
