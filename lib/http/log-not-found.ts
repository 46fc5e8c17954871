import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { unescape } from 'node:querystring'

/**
 * Logs the path of every response with status 404. The pages stay static; see docs/decisions/public-pages.md.
 */
export function logNotFound(): void {
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (response.statusCode === 404) console.warn(`404 ${loggedPath(request.url ?? '')}`)
  })
}

/**
 * A URL's path for the log, at most 200 characters. Leaves out the query (it may be private), the text after
 * a secret path, e-mail addresses even in a mistyped path, and control characters, which could forge a log
 * line.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return decoded(path)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(afterSecretPath, '$1…')
    .replace(/[^/]+/g, (segment) => (isPrivate.test(segment) ? '…' : segment))
    .slice(0, 200)
}

/**
 * Finds the text after a secret path by the path's last word; a test compares the words with `secretPaths`.
 */
const afterSecretPath = /(\/(?:manage|offer|calendar|password)\/).+/i

/**
 * Matches an e-mail address, or a token of a booking, a calendar feed or a new password, even if the token
 * lacks some letters or the dot. A UUID has 36 letters.
 */
const isPrivate = /@|[\da-f-]{32}.?[\w-]{16}|[\w-]{40}/i

/**
 * Decodes a path that was encoded once or more. Ignores invalid escapes, because one of them must not hide
 * the text beside it.
 */
function decoded(path: string): string {
  return unescape(path.replace(/%(?:25)+/g, '%'))
}
