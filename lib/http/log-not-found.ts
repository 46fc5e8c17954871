import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { unescape } from 'node:querystring'

/** The pages stay static; see docs/decisions/public-pages.md. */
export function logNotFound(): void {
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (response.statusCode === 404) console.warn(`404 ${loggedPath(request.url ?? '')}`)
  })
}

/** At most 200 characters, without anything private, and without control characters, which could forge a log line. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return decoded(path)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(afterSecretPath, '$1…')
    .replace(/[^/]+/g, (segment) => (isPrivate.test(segment) ? '…' : segment))
    .slice(0, 200)
}

/** A test compares the words with `secretPaths`. */
const afterSecretPath = /(\/(?:manage|offer|calendar|password)\/).+/i

/** An e-mail address, or a token, even if it lacks some letters or the dot. A UUID has 36 letters. */
const isPrivate = /@|[\da-f-]{32}.?[\w-]{16}|[\w-]{40}/i

/** Ignores invalid escapes, because one of them must not hide the text beside it. */
function decoded(path: string): string {
  return unescape(path.replace(/%(?:25)+/g, '%'))
}
