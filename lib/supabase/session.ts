import type { SupabaseClient, User } from '@supabase/supabase-js'
import { ifSignedIn } from './signed-in'

/** As the Auth server knows it. */
export interface Session {
  user: User
  /** It has not given the code of the account's second factor. */
  needsSecondFactor: boolean
}

/**
 * Asks the Auth server, so that a session ended elsewhere counts as ended. Reads the session's level from the verified
 * token, because a cookie can be forged. Throws if the Auth server cannot be reached.
 */
export async function readSession({ auth }: Pick<SupabaseClient, 'auth'>): Promise<Session | null> {
  const user = (await ifSignedIn(auth.getUser()))?.user
  if (!user) return null
  const needsSecondFactor =
    verifiedFactors(user).length > 0 && (await ifSignedIn(auth.getClaims()))?.claims.aal !== 'aal2'
  return { user, needsSecondFactor }
}

/** The site ignores unverified factors. */
export function verifiedFactors({ factors = [] }: User) {
  return factors.filter(({ status }) => status === 'verified')
}
