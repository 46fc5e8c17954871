import { type NextRequest, NextResponse } from 'next/server'
import { badRequests } from '../content/bad-requests'
import { paths, secretPrefix } from '../paths'
import { contentSecurityPolicy } from './csp'

/**
 * The most bytes of a post. The same as `serverActions.bodySizeLimit` in next.config.ts, above which Next
 * fails.
 */
const MAX_POST_BYTES = 64 * 1024

/**
 * The site's own response to a request for which Next would respond with a bare 400 or 500; null for any
 * other request. A post from another site gets a 403, a post with too large a `Content-Length` a 413, one without
 * a body or a boundary a 400. A booking link that cannot be decoded leads to the page for invalid links, a
 * calendar feed link gets a 404. A post without `Origin` or `Content-Length` gets null. Next itself responds with a
 * 500 to a body that is cut off or broken: only a second reading of the body could tell.
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
    if (isUnreadable(headers)) return plainText(400, badRequests.unreadable)
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

/** True if the head of a form's or a server action's post shows that it has no body, or no boundary. */
function isUnreadable(headers: Headers): boolean {
  const type = headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data/i.test(type)
  if (!isForm && !headers.has('next-action')) return false
  return headers.get('content-length') === '0' || (isForm && !/boundary="?[^\s;"]/i.test(type))
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
