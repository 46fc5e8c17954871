/**
 * What a stranger may send: requests as raw bytes, which no HTTP client would write, and the text
 * that breaks parsers.
 */
import { connect } from 'node:net'
import fc from 'fast-check'

/**
 * How many requests of all that are sent a test gets: a seeded 2,000 in `npm test`, 100,000 in
 * `npm run soak`.
 */
export const fuzzRuns = (share: number) => Math.round((process.env.SOAK ? 100_000 : 2_000) * share)
/** The seed by which every fuzz test can be repeated. */
export const fuzzSeed = 20261120

/** An HTTP request as it goes over the wire. */
export interface RawRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: string
}

export interface RawResponse {
  /** 0 when the connection was closed without a response. */
  status: number
  /** Headers and body as they came. */
  text: string
}

/**
 * Sends a request, whatever it holds, over a connection of its own, which is closed after the first
 * response. Rejects when there is none within ten seconds or nobody listens.
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
    // A server that refuses a request early resets the connection while we still write.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? done() : reject(error),
    )
    // Not `end`: to Node, a client that closes its half has gone away.
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]))
  })
}

/** Text that has broken something before. */
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
 * Junk as it may stand in a header or a request line: one byte a character, and seldom a control,
 * which every server refuses at once.
 */
export const junkByte: fc.Arbitrary<string> = fc
  .tuple(junk, fc.integer({ max: 9, min: 0 }))
  .map(([text, rare]) =>
    Buffer.from(text)
      .toString('latin1')
      .replace(rare ? /[\0-\x1f\x7f]/g : /[\r\n]/g, ' '),
  )
/** Junk as it may stand in a path or a query, escaped as browsers do, or not at all. */
export const junkPart: fc.Arbitrary<string> = fc.oneof(
  junk.map((text) => encodeURIComponent(Buffer.from(text).toString())),
  junkByte.map((text) => text.replace(/[^!-~]/g, '+')),
)
