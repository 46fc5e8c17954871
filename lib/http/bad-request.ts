import { type NextRequest, NextResponse } from 'next/server'
import { badRequests } from '../content/bad-requests'
import { paths, secretPrefix } from '../paths'
import { contentSecurityPolicy } from './csp'

/** The same as `serverActions.bodySizeLimit` in next.config.ts, above which Next fails. */
const MAX_POST_BYTES = 64 * 1024

/**
 * The site's own response where Next would give a bare 400 or 500; else null. A post without `Origin` or
 * `Content-Length` gets null. Next still gives a 500 for a cut-off body: only a second reading of the body could tell.
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
  // Next would decode the original path of a rewrite, and fail.
  const prefix = secretPrefix(nextUrl.pathname)
  if (!prefix || isDecodable(nextUrl.pathname)) return null
  if (prefix === paths.calendar) return plainText(404, badRequests.noCalendar)
  return NextResponse.redirect(new URL(`${prefix}/unreadable`, request.url), 303)
}

/** Compares the host in `Origin` with the request's host, as Next does for server actions. */
function isForeign(headers: Headers): boolean {
  const origin = headers.get('origin')
  if (origin === null) return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() || headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** By the head of a post: no body, or no boundary. */
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
