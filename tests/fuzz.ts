/**
 * Requests of an attacker: raw bytes that no HTTP client would write, and text that breaks parsers.
 */
import { connect } from 'node:net'
import fc from 'fast-check'

/** A test's share of all fuzz requests: of 2,000 in `npm test`, of 100,000 in `npm run soak`. */
export const fuzzRuns = (share: number) => Math.round((process.env.SOAK ? 100_000 : 2_000) * share)
/** Every fuzz test runs with this seed, so that it can be repeated. */
export const fuzzSeed = 20261120

/** An HTTP request as it goes over the wire. */
export interface RawRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: string
}

export interface RawResponse {
  /** 0 if the connection closed without a response. */
  status: number
  /** Raw headers and body. */
  text: string
}

/**
 * Sends a request, valid or not, over a connection of its own, and closes it after the first response.
 * Rejects without a response within ten seconds, or without a server.
 */
export function sendRaw(
  url: string,
  { method, target, headers, body }: RawRequest,
  connection = 'close',
): Promise<RawResponse> {
  const { hostname, port, host } = new URL(url)
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    `Connection: ${connection}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
  ]
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port: Number(port), host: hostname, timeout: 10_000 })
    const done = () => {
      const text = Buffer.concat(chunks).toString('utf8')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
    }
    socket.on('data', (chunk) => chunks.push(chunk)).on('end', done)
    socket.on('timeout', () => socket.destroy(new Error(`no response within ten seconds: ${lines[0]}`)))
    // A server that refuses a request early resets the connection during the write.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? done() : reject(error),
    )
    // Not `end`: Node treats a client that closes its half of the connection as gone.
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]))
  })
}

/** Text that has broken programs before. */
const hostileText = [
  '',
  '%',
  '%00',
  '%E0%A4%A',
  '\u0000',
  '\\u0000',
  '\u202eabc',
  '\ud800',
  '😀',
  "'; drop table bookings; --",
  '"',
  '\\',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'null',
  'NaN',
  '-1',
  '1e309',
  '99999999999999999999',
  'infinity',
  '2026-02-30',
  '9999-12-31',
  '[[[[',
  '{"a":',
  '('.repeat(500),
  'a'.repeat(5_000),
]

/** Junk: hostile text, random text, and the two glued together. */
export const junk: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileText),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.tuple(fc.constantFrom(...hostileText), fc.string({ maxLength: 8 })).map((parts) => parts.join('')),
)

/** A value that is right most of the time, so that junk beside it gets past the first check. */
export function mostly<T>(right: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: other })
}

/**
 * Junk for a header or a request line: each character is one byte, and seldom a control character,
 * because every server refuses those at once.
 */
export const junkByte: fc.Arbitrary<string> = fc
  .tuple(junk, fc.integer({ max: 9, min: 0 }))
  .map(([text, rare]) =>
    Buffer.from(text)
      .toString('latin1')
      .replace(rare ? /[\0-\x1f\x7f]/g : /[\r\n]/g, ' '),
  )
/** Junk for a path or a query, escaped as in a browser or not at all. */
export const junkPart: fc.Arbitrary<string> = fc.oneof(
  junk.map((text) => encodeURIComponent(Buffer.from(text).toString())),
  junkByte.map((text) => text.replace(/[^!-~]/g, '+')),
)
