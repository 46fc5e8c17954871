import { type NextRequest, NextResponse } from 'next/server'
import { backendOrigins, contentSecurityPolicy } from './lib/csp'
import { requireBackend } from './lib/env'
import { paths } from './lib/paths'
import { refreshSession } from './lib/supabase/middleware'

/** Guards /admin and /login, and gives every page rendered on request a policy with a nonce (prerendered ones have hashes). */
export async function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl
  const guarded = pathname === paths.login || pathname.startsWith(paths.admin)
  const policy = process.env.NODE_ENV === 'production' && nonced(guarded)

  if (policy) request.headers.set('content-security-policy', policy)
  const response = guarded ? await refreshSession(request) : NextResponse.next({ request })
  if (policy) response.headers.set('content-security-policy', policy)
  return response
}

function nonced(guarded: boolean) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  return contentSecurityPolicy([`nonce-${nonce}`], guarded ? backendOrigins(requireBackend().url) : [])
}

// Node's runtime reads the environment at run time, so one build serves any backend. Static pages never pass here.
export const config = { runtime: 'nodejs', matcher: ['/((?!$|about$|_next/|api/).*)'] }
