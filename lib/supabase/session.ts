import type { SupabaseClient, User } from '@supabase/supabase-js'
import { ifSignedIn } from './signed-in'

/** Who is signed in, as the Auth server says. */
export interface Session {
  user: User
  /** Whether the account has a verified second factor whose code this session has not given. */
  needsSecondFactor: boolean
}

/**
 * Asks the Auth server whose session the cookie's is, so that one that was ended elsewhere is noticed;
 * null without one. The level is the verified token's, because a cookie can be made up. Throws when
 * the Auth server cannot be reached.
 */
export async function readSession({ auth }: Pick<SupabaseClient, 'auth'>): Promise<Session | null> {
  const user = (await ifSignedIn(auth.getUser()))?.user
  if (!user) return null
  const needsSecondFactor =
    verifiedFactors(user).length > 0 && (await ifSignedIn(auth.getClaims()))?.claims.aal !== 'aal2'
  return { user, needsSecondFactor }
}

/** The account's second factors that count. */
export function verifiedFactors({ factors = [] }: User) {
  return factors.filter(({ status }) => status === 'verified')
}
