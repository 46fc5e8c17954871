import { type Agent, request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { lookup as dnsLookup } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { parseCalendarUrl } from './address'
import { Unreadable } from './unreadable'

// No `server-only`: tests use this module outside Next.

/** For name server, connection, redirects and body together. */
const DEADLINE_MS = 10_000
const MAX_BYTES = 10 * 1024 * 1024
const MAX_REDIRECTS = 3

export interface FetchOptions {
  agent?: Agent
  deadline?: number
}

// Such as `::127.0.0.1`. In the library's own denyIPAddressList, the range would log a warning for each IPv4 address.
const ipv4Compatible = new BlockList()
ipv4Compatible.addSubnet('::', 96, 'ipv6')

/** Connects only to public IP addresses. The library alone takes ::7f00:1, which is ::127.0.0.1, for a public one. */
export function publicAgent(lookup: LookupFunction = dnsLookup): Agent {
  return new RequestFilteringHttpsAgent({
    lookup(host, options, done) {
      lookup(host, options, (error, result, family) => {
        const addresses = Array.isArray(result) ? result.map(({ address }) => address) : [result]
        const isInward = !error && addresses.some((address) => ipv4Compatible.check(address, 'ipv6'))
        done(isInward ? new Unreadable('inward') : error, result, family)
      })
    },
  })
}

/**
 * Refuses IP addresses that are not public, even behind a host name, and ignores proxies of the environment. Throws
 * `Unreadable` with a code only, because other errors contain the address.
 */
export async function fetchCalendar(
  address: string,
  { agent = publicAgent(), deadline = DEADLINE_MS }: FetchOptions = {},
): Promise<Buffer> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), deadline)
  try {
    let url = parseCalendarUrl(address)
    for (let redirects = 0; ; redirects++) {
      const answer = await get(url, agent, stop.signal)
      if ('body' in answer) return answer.body
      if (redirects === MAX_REDIRECTS) throw new Unreadable('redirects')
      url = parseCalendarUrl(answer.location, url)
    }
  } catch (error) {
    if (stop.signal.aborted) throw new Unreadable('slow')
    throw error instanceof Unreadable ? error : new Unreadable(codeOf(error))
  } finally {
    clearTimeout(timer)
    agent.destroy() // closes its connections; each call has an agent of its own
  }
}

type Answer = { body: Buffer } | { location: string }

function get(url: URL, agent: Agent, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept: 'text/calendar, */*;q=0.1',
      'accept-encoding': 'identity',
      // Some servers refuse requests without a user agent.
      'user-agent': 'studio-site',
    }
    const sent = request(url, { agent, signal, headers, maxHeaderSize: 16_384 })
    sent.on('error', reject)
    sent.on('response', (response) => {
      readResponse(response).then(
        (answer) => {
          resolve(answer)
          if ('location' in answer) sent.destroy()
        },
        (error: unknown) => {
          reject(error)
          sent.destroy()
        },
      )
    })
    sent.end()
  })
}

async function readResponse(response: IncomingMessage): Promise<Answer> {
  // The connection can break at any time; the code that reads the body throws.
  response.on('error', () => {})
  const { statusCode = 0, headers } = response
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location)
    return { location: headers.location }
  if (statusCode !== 200) throw new Unreadable(`status_${statusCode}`)
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) throw new Unreadable('compressed')
  if (Number(headers['content-length']) > MAX_BYTES) throw new Unreadable('large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Unreadable('large')
    chunks.push(chunk)
  }
  if (!response.complete) throw new Unreadable('cut')
  return { body: Buffer.concat(chunks) }
}

function codeOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  // The filtering agent's errors have no code.
  if (/is not allowed\. Because/.test(message)) return 'inward'
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'name'
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/.test(code)) return 'certificate'
  if (/^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/.test(code)) return 'cut'
  return 'network'
}
