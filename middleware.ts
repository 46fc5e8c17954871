import { type NextRequest, NextResponse } from 'next/server'
import { backendOrigins, contentSecurityPolicy } from './lib/site/csp'
import { requireBackend } from './lib/env'
import { paths, requestPath, secretPrefix } from './lib/paths'
import { respondToBadRequest } from './lib/site/bad-request'
import { keepPageSource } from './lib/site/keep-page'
import { refreshSession } from './lib/supabase/middleware'

/**
 * The pages rendered on request. Their policy has a nonce; prerendered pages, including the 404 page, have
 * hashes (scripts/static-csp.ts).
 */
const renderedOnRequest: string[] = [
  paths.start,
  paths.booking,
  paths.login,
  paths.forgotten,
  paths.password,
  paths.admin,
  paths.offers,
  paths.settings,
  paths.told,
]
const isRenderedOnRequest = (pathname: string) => renderedOnRequest.includes(pathname) || isBelow(pathname)
/**
 * True one level below a prefix. A deeper path gets the 404 page, which is prerendered; a calendar feed is a
 * file.
 */
const isBelow = (pathname: string) =>
  [paths.manage, paths.offer, paths.password, paths.offers, paths.requests].some(
    (prefix) => pathname.startsWith(`${prefix}/`) && pathname.lastIndexOf('/') === prefix.length,
  )

/**
 * Sets the Content-Security-Policy of pages rendered on request, and responds to requests on which Next would
 * fail. On /login and /admin it also refreshes the session and redirects.
 */
export async function middleware(request: NextRequest) {
  const badRequest = respondToBadRequest(request)
  if (badRequest) return badRequest

  const { pathname, searchParams } = request.nextUrl
  // Redirects the URL of a request in old mails. The page itself could redirect only in the browser, because
  // of its loading.tsx.
  const id = pathname === paths.admin && request.method === 'GET' ? searchParams.get('id') : null
  if (id) return NextResponse.redirect(new URL(requestPath(encodeURIComponent(id)), request.url), 307)
  const guarded = pathname.startsWith(paths.login) || pathname.startsWith(paths.admin)
  const policy =
    process.env.NODE_ENV === 'production' && isRenderedOnRequest(pathname) && noncePolicy(guarded)

  if (policy) request.headers.set('content-security-policy', policy)
  // A mailed link skips the session check: mail programs open it, and its form brings a session.
  const response =
    guarded && !secretPrefix(pathname) ? await refreshSession(request) : NextResponse.next({ request })
  if (policy) response.headers.set('content-security-policy', policy)
  return response
}

/**
 * A policy with a new nonce. The admin and the sign-in page may also call Supabase. Public pages also get the
 * hash of their layout's script, which has no nonce, because some of them are prerendered.
 */
function noncePolicy(guarded: boolean) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  return guarded
    ? contentSecurityPolicy([`nonce-${nonce}`], backendOrigins(requireBackend().url))
    : contentSecurityPolicy([`nonce-${nonce}`, keepPageSource])
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
    // Any page can get a form post, and Next answers one from another site with a bare 500.
    { source: '/:path*', has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }] },
  ],
}
