import { createHash } from 'node:crypto'
import { paths } from '../paths'
import { type Body, encode } from './encoding'
import { sendEncoded, whenWhole } from './when-whole'

/** What an answer was, and what is sent in its place. */
interface Kept {
  body: Body
  encoded: Buffer
  etag: string
}

/** Answers that are kept; a stranger can write the address of one file in many ways. */
const MOST = 500

/** The same for everybody until the next build. */
function isStatic(path: string) {
  return path === paths.home || path === paths.about || path.startsWith('/_next/static/')
}

/**
 * Compresses static answers once, with Brotli where the browser takes it, and gives them their ETag. Next would use gzip and begin anew
 * with every request, which is most of the work of sending a page (docs/decisions/compress-once.md).
 */
export function compressOnce(): void {
  const kept = new Map<string, Kept>()
  whenWhole(isStatic, async ({ path, body, encoding, request, response }) => {
    const key = `${encoding} ${path}`
    let known = kept.get(key)
    if (!known || !isSame(known.body, body)) {
      const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
      const isKept = known || kept.size < MOST
      known = { body, encoded: await encode(body, encoding, 9), etag }
      if (isKept) kept.set(key, known)
    }
    response.setHeader('ETag', known.etag)
    response.removeHeader('Content-Length')
    response.removeHeader('Accept-Ranges')
    if (request.headers['if-none-match']?.includes(known.etag)) {
      response.statusCode = 304
      response.end()
    } else sendEncoded(response, encoding, known.encoded)
  })
}

function isSame(a: Body, b: Body) {
  return typeof a === 'string' || typeof b === 'string' ? a === b : a.equals(b)
}
