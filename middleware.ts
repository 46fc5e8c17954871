import { type NextRequest, NextResponse } from 'next/server'
import { backendOrigins, contentSecurityPolicy, hashSource } from './lib/http/csp'
import { requireBackend } from './lib/env'
import { paths, requestPath, secretPrefix } from './lib/paths'
import { respondToBadRequest } from './lib/http/bad-request'
import { keepPageSource } from './lib/http/keep-page'
import { WAIT_FOR_STYLES } from './lib/http/wait-for-styles'
import { refreshSession } from './lib/supabase/middleware'

/** Their Content-Security-Policy has a nonce; a prerendered page's has hashes (scripts/static-csp.ts). */
const renderedOnRequest: string[] = [
  paths.start,
  paths.booking,
  paths.login,
  paths.forgotten,
  paths.password,
  paths.admin,
  paths.hours,
  paths.offers,
  paths.settings,
  paths.untold,
]
const isRenderedOnRequest = (pathname: string) => renderedOnRequest.includes(pathname) || isBelow(pathname)
/**
 * True for a path exactly one level below these prefixes. A deeper path gets the prerendered 404 page.
 * `paths.calendar` is missing because a calendar feed is a file.
 */
const isBelow = (pathname: string) =>
  [paths.manage, paths.offer, paths.password, paths.offers, paths.requests].some(
    (prefix) => pathname.startsWith(`${prefix}/`) && pathname.lastIndexOf('/') === prefix.length,
  )

/** Also responds to requests on which Next would fail. On /login and /admin it refreshes the session. */
export async function middleware(request: NextRequest) {
  const badRequest = respondToBadRequest(request)
  if (badRequest) return badRequest

  const { pathname, searchParams } = request.nextUrl
  // Old mails link to /admin?id=…. That page has a loading.tsx, so it could redirect only in the browser.
  const id = pathname === paths.admin && request.method === 'GET' ? searchParams.get('id') : null
  if (id) return NextResponse.redirect(new URL(requestPath(encodeURIComponent(id)), request.url), 307)
  const guarded = pathname.startsWith(paths.login) || pathname.startsWith(paths.admin)
  const policy =
    process.env.NODE_ENV === 'production' && isRenderedOnRequest(pathname) && noncePolicy(guarded)

  if (policy) request.headers.set('content-security-policy', policy)
  // A page that a mailed link opens needs no session: its form creates one. Mail programs open the page too.
  const response =
    guarded && !secretPrefix(pathname) ? await refreshSession(request) : NextResponse.next({ request })
  if (policy) response.headers.set('content-security-policy', policy)
  return response
}

/** A public page allows two inline scripts by hash: prerendered pages share them, so they have no nonce. */
function noncePolicy(guarded: boolean) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  return guarded
    ? contentSecurityPolicy([`nonce-${nonce}`], backendOrigins(requireBackend().url))
    : contentSecurityPolicy([`nonce-${nonce}`, keepPageSource, hashSource(WAIT_FOR_STYLES)])
}

export const config = {
  runtime: 'nodejs', // it reads the environment at run time, so one build serves any backend
  matcher: [
    '/start',
    '/booking/:path*',
    '/offer/:path*',
    '/login/:path*',
    '/calendar/:path*',
    '/admin/:path*',
    // A form post to any path: Next responds to a post from another site with a bare 500.
    { source: '/:path*', has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }] },
  ],
}
