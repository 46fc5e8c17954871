import { type NextRequest, NextResponse } from 'next/server'
import { backendOrigins, contentSecurityPolicy } from './lib/site/csp'
import { requireBackend } from './lib/env'
import { paths } from './lib/paths'
import { refreshSession } from './lib/supabase/middleware'

/** The pages rendered on request: their policy has a nonce. Prerendered pages, the 404 among them, have their own (scripts/static-csp.ts). */
const renderedOnRequest: string[] = [paths.booking, paths.login, paths.admin]
const isRenderedOnRequest = (pathname: string) =>
  renderedOnRequest.includes(pathname) || pathname.startsWith(`${paths.manage}/`)

/** Redirects from /admin without a session, refreshes the session cookie, and sets the policy of pages rendered on request. */
export async function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl
  const guarded = !pathname.startsWith(paths.booking)
  const policy = process.env.NODE_ENV === 'production' && isRenderedOnRequest(pathname) && nonced(guarded)

  if (policy) request.headers.set('content-security-policy', policy)
  const response = guarded ? await refreshSession(request) : NextResponse.next({ request })
  if (policy) response.headers.set('content-security-policy', policy)
  return response
}

function nonced(guarded: boolean) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  return contentSecurityPolicy([`nonce-${nonce}`], guarded ? backendOrigins(requireBackend().url) : [])
}

export const config = {
  runtime: 'nodejs', // reads the environment at run time, so one build serves any backend
  matcher: ['/booking/:path*', '/login', '/admin/:path*'],
}
