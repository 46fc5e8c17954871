import type { SupabaseClient, User } from '@supabase/supabase-js'
import { ifSignedIn } from './signed-in'

/** The signed-in person's session, as the Auth server knows it. */
export interface Session {
  user: User
  /** True if the account has a verified second factor, but this session has not given its code. */
  needsSecondFactor: boolean
}

/**
 * Asks the Auth server for the session of the cookie, so that a session ended elsewhere counts as ended; null
 * without a session. Reads the session's level from the verified token, because a cookie can be forged.
 * Throws if the Auth server cannot be reached.
 */
export async function readSession({ auth }: Pick<SupabaseClient, 'auth'>): Promise<Session | null> {
  const user = (await ifSignedIn(auth.getUser()))?.user
  if (!user) return null
  const needsSecondFactor =
    verifiedFactors(user).length > 0 && (await ifSignedIn(auth.getClaims()))?.claims.aal !== 'aal2'
  return { user, needsSecondFactor }
}

/** The verified second factors of an account. The site ignores unverified ones. */
export function verifiedFactors({ factors = [] }: User) {
  return factors.filter(({ status }) => status === 'verified')
}
