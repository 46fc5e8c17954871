import { type AuthError, isAuthError, type SupabaseClient } from '@supabase/supabase-js'
import { combineChunks, stringFromBase64URL } from '@supabase/ssr'
import { sessionCookie } from './options'

interface Cookie {
  name: string
  value: string
}

/**
 * `getAll` for `createServerClient`: returns the request's cookies, but empties a session cookie that is
 * broken or has a forged token. Otherwise the library would ask the Auth server to refresh any expired token,
 * and forged tokens would use up the rate limit of the site's IP address. `visitor` verifies the signature;
 * if it cannot, the cookies stay unchanged.
 */
export function verifiedCookies(read: () => Cookie[], visitor: SupabaseClient): () => Promise<Cookie[]> {
  let checked: { session: string; accepted: Promise<boolean> } | undefined
  return async () => {
    const cookies = read()
    const valueOf = (name: string) => cookies.find((cookie) => cookie.name === name)?.value
    const session = await combineChunks(sessionCookie, valueOf)
    if (session) {
      if (checked?.session !== session) checked = { session, accepted: isAccepted(session, visitor) }
      if (await checked.accepted) return cookies
    }
    // Keeps the names of the emptied cookies, so that the next sign-in deletes those that it does not
    // overwrite.
    return cookies.map((cookie) =>
      cookie.name.startsWith(sessionCookie) ? { ...cookie, value: '' } : cookie,
    )
  }
}

/** True if these cookies contain a session, even if the session has expired or ended. */
export function hasSession(verified: Cookie[]): boolean {
  return verified.some(({ name, value }) => name.startsWith(sessionCookie) && value !== '')
}

/** False if the token's signature is invalid; true if it is valid or cannot be verified now. */
async function isAccepted(session: string, { auth }: SupabaseClient): Promise<boolean> {
  try {
    const { error } = await auth.getClaims(accessToken(session), { allowExpired: true })
    if (error) throw error
    return true
  } catch (error) {
    return isAuthError(error) && !isRejection(error)
  }
}

const BASE64 = 'base64-'

/** The access token in a session cookie of @supabase/ssr. Throws without one. */
function accessToken(session: string): string {
  const json = session.startsWith(BASE64) ? stringFromBase64URL(session.slice(BASE64.length)) : session
  const { access_token } = JSON.parse(json) as { access_token?: unknown }
  if (typeof access_token !== 'string' || !access_token) throw new TypeError('The session has no token.')
  return access_token
}

/** The session or the link is invalid. False for a 429, a 5xx or a missing response. */
export function isRejection({ status = 0 }: AuthError): boolean {
  return status >= 400 && status < 500 && status !== 429
}
