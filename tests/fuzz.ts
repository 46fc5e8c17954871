/**
 * Requests as an attacker sends them: bytes that no HTTP client writes, and text that breaks
 * parsers.
 */
import { connect } from 'node:net'
import fc from 'fast-check'

/** How many requests a test sends if its share is `share`: of 2,000, or of 100,000 in `npm run soak`. */
export const fuzzRuns = (share: number) => Math.round((process.env.SOAK ? 100_000 : 2_000) * share)
/** The seed of every fuzz test, so that a failure can be repeated. */
export const fuzzSeed = 20261120

/** A request as it is sent, without any check. */
export interface RawRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: string
}

export interface RawResponse {
  /** The HTTP status, or 0 if the connection closed without a response. */
  status: number
  /** The response's headers and body, not decoded. */
  text: string
}

/**
 * Sends a request, valid or not, over a new connection, and closes the connection after the first
 * response. Rejects if there is no server, or no response within ten seconds.
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
    // A server that refuses a request before reading all of it resets the connection.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? done() : reject(error),
    )
    // No `end()`: Node takes a client that closes its half of the connection for one that has left.
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]))
  })
}

/** Texts that have broken programs before. */
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

/** Hostile text, random text, or both in one string. */
export const junk: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileText),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.tuple(fc.constantFrom(...hostileText), fc.string({ maxLength: 8 })).map((parts) => parts.join('')),
)

/** Mostly a value of `right`, so that junk in another field gets past the first check. */
export function mostly<T>(right: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: other })
}

/**
 * Junk for a header or a request line. Each character is one byte; control characters are rare,
 * because every server refuses them at once.
 */
export const junkByte: fc.Arbitrary<string> = fc
  .tuple(junk, fc.integer({ max: 9, min: 0 }))
  .map(([text, rare]) =>
    Buffer.from(text)
      .toString('latin1')
      .replace(rare ? /[\0-\x1f\x7f]/g : /[\r\n]/g, ' '),
  )
/** Junk for a path or a query, either escaped as a browser does or not at all. */
export const junkPart: fc.Arbitrary<string> = fc.oneof(
  junk.map((text) => encodeURIComponent(Buffer.from(text).toString())),
  junkByte.map((text) => text.replace(/[^!-~]/g, '+')),
)
