import 'server-only'
import {
  type AuthError,
  isAuthSessionMissingError,
  type SupabaseClient,
  type User,
} from '@supabase/supabase-js'
import { roundToNearestMinutes } from 'date-fns'
import { formatClock } from '../dates'
import { describeError } from '../describe-error'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { verifiedFactors } from '../supabase/session'
import { siteKey } from '../supabase/site-key'
import { cleanCode } from '../text'

type Auth = Pick<SupabaseClient, 'auth'>

/**
 * The reason why a code was rejected, as a sentence. `isOver` is 'locked' if no more attempts are allowed for
 * now, 'ended' if the session has ended.
 */
export interface CodeProblem {
  message: string
  isOver?: 'locked' | 'ended'
}

export const WRONG_CODE: CodeProblem = { message: 'That code is wrong. Type the newest one.' }
const BUSY: CodeProblem = { message: 'There were too many attempts. Please try again in a minute.' }
const ENDED: CodeProblem = { message: 'Your session has ended. Sign in to go on.', isOver: 'ended' }

/**
 * Gives this client's session the second factor, with a code from any of its account's phones. Then refreshes
 * the session, because until then its earlier token would count as having the second factor too. An account
 * allows five wrong codes in 15 minutes in all sessions together. Returns null, or the problem. Throws if the
 * backend cannot be reached.
 */
export async function giveCode(client: Auth, user: User, typed: string): Promise<CodeProblem | null> {
  const code = cleanCode(typed)
  if (!/^\d{6}$/.test(code)) return WRONG_CODE
  const call = { p_site_key: siteKey() ?? '', p_user: user.id }
  const { left, again } = await admitCode(call)
  if (left === 0) return again
  for (const { id } of verifiedFactors(user)) {
    const error = await verifyCode(client, id, code)
    if (!error) {
      const recorded = await visitorClient(WRITE_TIMEOUT_MS).rpc('record_code', call)
      if (recorded.error && recorded.error.message !== 'not_signed')
        console.error('sign-in: the database did not record a code.', describeError(recorded.error))
      return null
    }
    if (isAuthSessionMissingError(error)) return ENDED
    if (error.status === 429) return BUSY
    if (error.code !== 'mfa_verification_failed' && error.code !== 'mfa_factor_not_found') throw error
  }
  return left === 1 ? again : WRONG_CODE
}

/**
 * Tries a code with one factor, and refreshes the session if the code was right. Returns the Auth server's
 * error, or null.
 */
export async function verifyCode({ auth }: Auth, factorId: string, code: string): Promise<AuthError | null> {
  const params = { factorId, code: cleanCode(code) }
  let { error } = await auth.mfa.challengeAndVerify(params)
  // The two requests for one code came from different IP addresses of this site.
  if (error?.code === 'mfa_ip_address_mismatch') ({ error } = await auth.mfa.challengeAndVerify(params))
  if (error) return error
  return (await auth.refreshSession()).error
}

async function admitCode(call: { p_site_key: string; p_user: string }) {
  const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('admit_code', call)
  // A site key that the database does not know locks no admin out, as with a password.
  if (error && error.message !== 'not_signed') throw error
  const { left = 5, again_at = '' } = (data ?? {}) as { left?: number; again_at?: string }
  const minute = again_at && roundToNearestMinutes(again_at, { roundingMethod: 'ceil' }).toISOString()
  const message = `Five codes were wrong. Try again after ${minute && formatClock(minute)}.`
  return { left, again: { message, isOver: 'locked' } satisfies CodeProblem }
}
