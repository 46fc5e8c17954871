import { createServerClient } from '@supabase/ssr'
import { type NextRequest, NextResponse } from 'next/server'
import { requireBackend } from '../env'
import { paths, safeNext } from '../paths'
import { hasSession, verifiedCookies } from './verified-cookies'
import { cameByHttps, cookieOptions } from './options'
import { READ_TIMEOUT_MS, serverOptions, visitorClient } from './server'
import { readSession, type Session } from './session'
import { ifSignedIn } from './signed-in'

/**
 * Not the access control: pages, actions and row-level security check again. The sign-in page reports an ended session
 * only to people who had one. While the Auth server cannot be reached, redirects nobody.
 */
export async function refreshSession(request: NextRequest): Promise<NextResponse> {
  const { url, publishableKey } = requireBackend()
  let response = NextResponse.next({ request })
  const readCookies = verifiedCookies(() => request.cookies.getAll(), visitorClient())
  let wasSignedIn = false
  const supabase = createServerClient(url, publishableKey, {
    ...serverOptions(READ_TIMEOUT_MS),
    cookieOptions: cookieOptions(cameByHttps(request.headers)),
    cookies: {
      async getAll() {
        const verified = await readCookies()
        wasSignedIn ||= hasSession(verified)
        return verified
      },
      setAll(values, headers) {
        for (const { name, value } of values) request.cookies.set(name, value)
        response = NextResponse.next({ request })
        for (const { name, value, options } of values) response.cookies.set(name, value, options)
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      },
    },
  })

  let session: Session | null
  try {
    // A post is never redirected, because its server action reports the error.
    if (request.method !== 'GET') {
      await ifSignedIn(supabase.auth.getClaims())
      return response
    }
    // Only the Auth server knows if a session was ended elsewhere, the token does not. `readSession` deletes the cookie
    // of such a session.
    session = await readSession(supabase)
  } catch {
    return response
  }
  const signedIn = session !== null && !session.needsSecondFactor

  const { pathname, search, searchParams } = request.nextUrl
  if (!signedIn && pathname.startsWith(paths.admin)) {
    const ended = wasSignedIn && !session ? '&ended=session' : ''
    // After sign-in, the browser would download the file but still show the sign-in form.
    const next = pathname.startsWith(`${paths.export}/`) ? paths.settings : pathname + search
    return redirectTo(`${paths.login}?next=${encodeURIComponent(next)}${ended}`)
  }
  if (signedIn && pathname === paths.login) return redirectTo(safeNext(searchParams.get('next')))
  return response

  function redirectTo(target: string) {
    const redirect = NextResponse.redirect(new URL(target, request.url), 307)
    for (const cookie of response.cookies.getAll()) redirect.cookies.set(cookie)
    return redirect
  }
}
