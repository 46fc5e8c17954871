import { type NextRequest, NextResponse } from 'next/server'
import { backendOrigins, contentSecurityPolicy } from './lib/csp'
import { requireBackend } from './lib/env'
import { paths } from './lib/paths'
import { refreshSession } from './lib/supabase/middleware'

/** Guards /admin and /login, and gives every page rendered on request a policy with a nonce (prerendered ones have hashes). */
export async function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl
  if (isForeign(request))
    return new NextResponse('Another site sent this request, so it is refused.', { status: 403 })
  if (!isDecodable(pathname)) return NextResponse.redirect(new URL(encodeURI(pathname), request.url))
  const guarded = pathname === paths.login || pathname.startsWith(paths.admin)
  const policy = process.env.NODE_ENV === 'production' && nonced(guarded)

  if (policy) request.headers.set('content-security-policy', policy)
  const response = guarded ? await refreshSession(request) : NextResponse.next({ request })
  if (policy) response.headers.set('content-security-policy', policy)
  return response
}

// Next refuses actions from elsewhere too, but late and as a fault of the server. A proxy must pass Host or X-Forwarded-Host.
function isForeign({ method, headers }: NextRequest) {
  const origin = headers.get('origin')
  if (origin === null || method === 'GET' || method === 'HEAD') return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}

// Next answers 500 for a path with a broken escape; escaped once more it finds the 404 page.
function isDecodable(pathname: string) {
  try {
    return decodeURIComponent(pathname) !== null
  } catch {
    return false
  }
}

function nonced(guarded: boolean) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  return contentSecurityPolicy([`nonce-${nonce}`], guarded ? backendOrigins(requireBackend().url) : [])
}

// Node's runtime reads the environment at run time, so one build serves any backend. Static pages never pass here.
export const config = {
  runtime: 'nodejs',
  matcher: ['/((?!$|about$|_next/|api/).*)', '/(_next|api)/(.*%.*)'],
}
