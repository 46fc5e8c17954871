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

export type Auth = Pick<SupabaseClient, 'auth'>

/** Wrong codes are counted apart by the way, so that somebody with the password locks only sign-ins by password. */
export type Way = 'password' | 'link' | 'second_factor'

/** `isOver`: 'locked' if no more attempts are allowed for now, 'ended' if the session has ended. */
export interface CodeProblem {
  message: string
  isOver?: 'locked' | 'ended'
}

export const WRONG_CODE: CodeProblem = { message: 'That code is wrong. Type the newest one.' }
export const BUSY: CodeProblem = { message: 'There were too many attempts. Please try again in a minute.' }
const ENDED: CodeProblem = { message: 'Your session has ended. Sign in to go on.', isOver: 'ended' }

interface CodeCall {
  p_site_key: string
  p_user: string
  p_way: Way
}

/** Six plain digits, or null. */
export function readCode(typed: string): string | null {
  const code = cleanCode(typed)
  return /^\d{6}$/.test(code) ? code : null
}

/**
 * With a code from any of the account's phones. Refreshes the session, because its earlier token would count as having
 * the second factor too. Five wrong codes in 15 minutes for each `way`; a code that the Auth server did not judge does
 * not count. Null, or the problem. Throws if the backend cannot be reached.
 */
export async function giveCode(
  client: Auth,
  user: User,
  typed: string,
  way: Way,
): Promise<CodeProblem | null> {
  const code = readCode(typed)
  if (code === null) return WRONG_CODE
  const call = { p_site_key: siteKey() ?? '', p_user: user.id, p_way: way }
  const { left, again } = await admitCode(call)
  if (left === 0) return again
  let wasJudged = false
  let failure: AuthError | undefined
  for (const { id } of verifiedFactors(user)) {
    const error = await verifyCode(client, id, code)
    if (!error) {
      await recordOutcome('record_code', call)
      return null
    }
    if (error.code === 'mfa_verification_failed') wasJudged = true
    else if (error.code !== 'mfa_factor_not_found') {
      failure = error
      break
    }
  }
  if (!wasJudged) await recordOutcome('undo_code', call)
  if (!failure) return left === 1 && wasJudged ? again : WRONG_CODE
  if (isAuthSessionMissingError(failure)) return ENDED
  if (failure.status === 429) return BUSY
  throw failure
}

async function recordOutcome(name: 'record_code' | 'undo_code', call: CodeCall) {
  const { error } = await visitorClient(WRITE_TIMEOUT_MS).rpc(name, call)
  if (error && error.message !== 'not_signed')
    console.error('sign-in: the database did not record a code.', describeError(error))
}

/** Refreshes the session if the code was right. The Auth server's error, or null. */
export async function verifyCode({ auth }: Auth, factorId: string, code: string): Promise<AuthError | null> {
  const params = { factorId, code: cleanCode(code) }
  let { error } = await auth.mfa.challengeAndVerify(params)
  // The two requests for one code came from different IP addresses of this site.
  if (error?.code === 'mfa_ip_address_mismatch') ({ error } = await auth.mfa.challengeAndVerify(params))
  if (error) return error
  return (await auth.refreshSession()).error
}

async function admitCode(call: CodeCall) {
  const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('admit_code', call)
  // A site key that the database does not know locks no admin out, as with a password.
  if (error && error.message !== 'not_signed') throw error
  const { left = 5, again_at = '' } = (data ?? {}) as { left?: number; again_at?: string }
  const minute = again_at && roundToNearestMinutes(again_at, { roundingMethod: 'ceil' }).toISOString()
  const message = `Five codes were wrong. Try again after ${minute && formatClock(minute)}.`
  return { left, again: { message, isOver: 'locked' } satisfies CodeProblem }
}
