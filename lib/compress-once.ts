import { createHash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { paths } from './paths'

type Body = string | Buffer

/** What an answer was, and what is sent in its place. */
interface Kept {
  body: Body
  encoded: Buffer
  etag: string
}

const encoders = {
  br: (body: Body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Body) => promisify(gzip)(body, { level: 9 }),
}
type Encoding = keyof typeof encoders

/** Answers that are kept; a stranger can write the address of one file in many ways. */
const MOST = 500

/** The same for everybody until the next build. */
function isStatic(path: string) {
  return path === paths.home || path === paths.about || path.startsWith('/_next/static/')
}

function isText(type: unknown) {
  return /^text\/|javascript|json|svg/.test(String(type))
}

/**
 * Compresses static answers once, with Brotli where the browser takes it, and gives them their ETag. Next would use gzip and begin anew
 * with every request, which is most of the work of sending a page (docs/decisions/compress-once.md).
 */
export function compressOnce(): void {
  const kept = new Map<string, Kept>()
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const [path = ''] = (request.url ?? '').split('?')
    const encoding = preferredEncoding(request.headers['accept-encoding'])
    if (!encoding || request.method !== 'GET' || request.headers.rsc || !isStatic(path)) return
    delete request.headers['accept-encoding'] // Next leaves it as it is

    atEnd(response, (body) => {
      if (response.statusCode !== 200 || !isText(response.getHeader('content-type')))
        return void response.end(body)
      const key = `${encoding} ${path}`
      const known = kept.get(key)
      if (known && isSame(known.body, body)) return send(known)
      encoders[encoding](body).then(
        (encoded) => {
          const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
          if (kept.size < MOST || known) kept.set(key, { body, encoded, etag })
          send({ encoded, etag })
        },
        () => response.end(body),
      )
    })

    function send({ encoded, etag }: Omit<Kept, 'body'>) {
      response.setHeader('ETag', etag)
      response.removeHeader('Content-Length')
      response.removeHeader('Accept-Ranges')
      if (request.headers['if-none-match']?.includes(etag)) {
        response.statusCode = 304
        return void response.end()
      }
      response.setHeader('Content-Encoding', encoding as Encoding)
      response.setHeader('Content-Length', encoded.length)
      response.end(encoded)
    }
  })
}

/** The better of the encodings that an Accept-Encoding header names without refusing it (RFC 9110, 12.5.3), or null. */
export function preferredEncoding(accepted = ''): Encoding | null {
  const wanted = accepted.split(',').map((item) =>
    item
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/),
  )
  const takes = (encoding: Encoding) => wanted.some(([name, q = '1']) => name === encoding && Number(q) > 0)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

function isSame(a: Body, b: Body) {
  return typeof a === 'string' || typeof b === 'string' ? a === b : a.equals(b)
}

/** Holds an answer back until it is whole; `finish` gets its body and sends that, or another in its place. */
function atEnd(response: ServerResponse, finish: (body: Body) => void) {
  const { writeHead, write, end } = response
  const chunks: Body[] = []
  function keep(chunk: unknown) {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) chunks.push(chunk)
  }
  response.writeHead = (status: number) => {
    response.statusCode = status // the headers that came with it have been set by Next's compression, which listens in between
    return response
  }
  response.write = (chunk: unknown) => {
    keep(chunk)
    return true
  }
  response.end = (chunk?: unknown) => {
    keep(chunk)
    Object.assign(response, { writeHead, write, end })
    const [only] = chunks
    finish(chunks.length === 1 && only ? only : Buffer.concat(chunks.map((part) => Buffer.from(part))))
    return response
  }
}
