import { type NextRequest, NextResponse } from 'next/server'
import { badRequests } from '../content/error-pages'
import { paths, secretPrefix } from '../paths'
import { contentSecurityPolicy } from './csp'

/**
 * The most bytes of a post. The same as `serverActions.bodySizeLimit` in next.config.ts, above which Next
 * fails.
 */
const MAX_POST_BYTES = 64 * 1024

/**
 * The site's own response to a request for which Next would respond with a bare 400 or 500; null for any
 * other request. A post from another site gets a 403, a post with too large a `Content-Length` a 413. A
 * booking link that cannot be decoded leads to the page for invalid links, a calendar feed link gets a 404. A
 * post without `Origin` or `Content-Length` gets null.
 */
export function respondToBadRequest(request: NextRequest): NextResponse | null {
  const response = badRequestResponse(request)
  response?.headers.set('content-security-policy', contentSecurityPolicy([]))
  return response
}

function badRequestResponse(request: NextRequest): NextResponse | null {
  const { method, headers, nextUrl } = request
  if (method === 'POST') {
    if (isForeign(headers)) return plainText(403, badRequests.foreign)
    if (Number(headers.get('content-length')) > MAX_POST_BYTES) return plainText(413, badRequests.tooLarge)
  }
  // A rewrite does not help, because Next would decode the original path, and fail.
  const prefix = secretPrefix(nextUrl.pathname)
  if (!prefix || isDecodable(nextUrl.pathname)) return null
  if (prefix === paths.calendar) return plainText(404, badRequests.noCalendar)
  return NextResponse.redirect(new URL(`${prefix}/unreadable`, request.url), 303)
}

/**
 * True if a post comes from another site. Compares the host in `Origin` with the request's host, as Next does
 * for server actions.
 */
function isForeign(headers: Headers): boolean {
  const origin = headers.get('origin')
  if (origin === null) return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() || headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

function plainText(status: number, text: string): NextResponse {
  return new NextResponse(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
