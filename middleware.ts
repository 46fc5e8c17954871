import { type NextRequest, NextResponse } from 'next/server'
import { backendOrigins, contentSecurityPolicy } from './lib/csp'
import { requireBackend } from './lib/env'
import { paths } from './lib/paths'
import { refuseBody } from './lib/refuse-body'
import { refreshSession } from './lib/supabase/middleware'

/** The pages rendered on request: those with forms. Their policy needs a nonce; prerendered pages, the 404 among them, bring their own. */
const renderedOnRequest: string[] = [paths.booking, paths.login, paths.admin]

/** Guards /admin and /login, refuses what cannot be read, and gives every page rendered on request its policy. */
export async function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl
  if (isWrite(request)) {
    if (isForeign(request)) return refuse(403, 'Another site sent this request, so it is refused.')
    if (!renderedOnRequest.includes(pathname)) return refuse(405, 'Nothing here takes what was sent.')
  }
  const refused = await refuseBody(request)
  if (refused) return refused
  if (!renderedOnRequest.some((page) => pathname.startsWith(page))) return NextResponse.next()
  const guarded = pathname !== paths.booking
  const policy =
    process.env.NODE_ENV === 'production' && renderedOnRequest.includes(pathname) && nonced(guarded)

  if (policy) request.headers.set('content-security-policy', policy)
  const response = guarded ? await refreshSession(request) : NextResponse.next({ request })
  if (policy) response.headers.set('content-security-policy', policy)
  return response
}

function isWrite({ method }: NextRequest) {
  return method !== 'GET' && method !== 'HEAD'
}

function refuse(status: 403 | 405, sentence: string) {
  return new NextResponse(sentence, { status, headers: status === 405 ? { Allow: 'GET, HEAD' } : {} })
}

// Next refuses actions from elsewhere too, but late and as a fault of the server. A proxy must pass Host or X-Forwarded-Host.
function isForeign({ headers }: NextRequest) {
  const origin = headers.get('origin')
  if (origin === null) return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}

function nonced(guarded: boolean) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  return contentSecurityPolicy([`nonce-${nonce}`], guarded ? backendOrigins(requireBackend().url) : [])
}

// Node's runtime reads the environment at run time, so one build serves any backend. Static pages never pass here, but for requests that
// no page of ours makes: Next has answers of 500 for some of them.
export const config = {
  runtime: 'nodejs',
  matcher: [
    '/booking',
    '/login',
    '/admin/:path*',
    { source: '/(.*)', has: [{ type: 'header', key: 'origin' }] },
    { source: '/(.*)', has: [{ type: 'header', key: 'next-action' }] },
    { source: '/(.*)', has: [{ type: 'header', key: 'rsc' }] },
    { source: '/(.*)', has: [{ type: 'header', key: 'content-type', value: 'multipart/.*' }] },
  ],
}
