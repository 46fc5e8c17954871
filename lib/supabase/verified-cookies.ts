import { type AuthError, isAuthError, type SupabaseClient } from '@supabase/supabase-js'
import { combineChunks, stringFromBase64URL } from '@supabase/ssr'
import { sessionCookie } from './options'

interface Cookie {
  name: string
  value: string
}

/**
 * Reads a request's cookies for `createServerClient`, and empties the session cookie when the Auth server has not signed its token. The
 * library refreshes every session whose token says that it has expired, and the Auth server limits refreshes by the site's one address:
 * forged sessions would use up what admins need. `visitor` checks the signature; while it cannot, the cookies are left as they are.
 */
export function verifiedCookies(read: () => Cookie[], visitor: SupabaseClient): () => Promise<Cookie[]> {
  let checked: { session: string; accepted: Promise<boolean> } | undefined
  return async () => {
    const cookies = read()
    const valueOf = (name: string) => cookies.find((cookie) => cookie.name === name)?.value
    const session = await combineChunks(sessionCookie, valueOf)
    if (!session) return cookies
    if (checked?.session !== session) checked = { session, accepted: isAccepted(session, visitor) }
    if (await checked.accepted) return cookies
    // The names stay, so that the next sign-in removes the chunks that it does not overwrite.
    return cookies.map((cookie) =>
      cookie.name.startsWith(sessionCookie) ? { ...cookie, value: '' } : cookie,
    )
  }
}

/** False when the Auth server has not signed the session's token; true also while it cannot tell. */
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

/** The access token in a session cookie's value, as the library reads it. Throws when there is none. */
function accessToken(session: string): string {
  const json = session.startsWith(BASE64) ? stringFromBase64URL(session.slice(BASE64.length)) : session
  const { access_token } = JSON.parse(json) as { access_token?: unknown }
  if (typeof access_token !== 'string' || !access_token) throw new TypeError('The session has no token.')
  return access_token
}

/** Whether the Auth server has rejected the session; false when it could not tell (429, 5xx, no response). */
export function isRejection({ status = 0 }: AuthError): boolean {
  return status >= 400 && status < 500 && status !== 429
}
