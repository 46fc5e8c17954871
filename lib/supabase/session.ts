import type { SupabaseClient, User } from '@supabase/supabase-js'
import { ifSignedIn } from './signed-in'

/** The Auth server's view of the signed-in person. */
export interface Session {
  user: User
  /** True if the account has a verified second factor whose code this session has not given. */
  needsSecondFactor: boolean
}

/**
 * Asks the Auth server for the cookie's session, so that it notices a session ended elsewhere; null without
 * one. It takes the level from the verified token, because a cookie can be forged. Throws when the Auth
 * server cannot be reached.
 */
export async function readSession({ auth }: Pick<SupabaseClient, 'auth'>): Promise<Session | null> {
  const user = (await ifSignedIn(auth.getUser()))?.user
  if (!user) return null
  const needsSecondFactor =
    verifiedFactors(user).length > 0 && (await ifSignedIn(auth.getClaims()))?.claims.aal !== 'aal2'
  return { user, needsSecondFactor }
}

/** The account's verified second factors, the only ones that count. */
export function verifiedFactors({ factors = [] }: User) {
  return factors.filter(({ status }) => status === 'verified')
}
