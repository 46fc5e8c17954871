import 'server-only'
import type { User } from '@supabase/supabase-js'
import { describeError } from '../describe-error'
import { AccessError, adminSession } from '../supabase/auth'
import { AUTH_MAIL_TIMEOUT_MS, visitorClient } from '../supabase/server'
import { verifiedFactors } from '../supabase/session'
import { admitPassword, recordPassword } from './commands'
import { passwordProblem, passwordProblems } from './new-password'
import { type Auth, giveCode } from './second-factor'

export interface FieldProblem {
  field: 'present' | 'code' | 'first' | 'next'
  problem: string
}

export interface Proof {
  present: string
  code: string
}

type Change = (own: Auth, user: User) => Promise<FieldProblem | 'lost' | null>
/** 'lost' if the Auth server may have made the change, but did not say so. */
export type OwnResult = { hasEndedOthers: boolean } | FieldProblem | 'lost'

/**
 * Runs `change` in a new session, opened by password and code, then ends all others and gives the new one to this
 * browser, so that copied tokens are worth nothing. ("Secure password change" also demands a recent sign-in.) A wrong
 * password or code counts as an attempt. `phones` returns the phones whose codes are accepted. Throws an `AccessError`
 * unless the caller is an admin, and the server's error.
 */
export async function inOwnSession(
  { present, code }: Proof,
  change: Change,
  phones: (user: User) => User['factors'] = verifiedFactors,
): Promise<OwnResult> {
  const { supabase, user, email } = await adminSession(AUTH_MAIL_TIMEOUT_MS)
  const own = visitorClient(AUTH_MAIL_TIMEOUT_MS)
  const problem =
    (await tryPassword(own, email, present)) ??
    (await tryCode(own, { ...user, factors: phones(user) }, code)) ??
    (await change(own, user))
  if (problem && problem !== 'lost') await own.auth.signOut({ scope: 'local' })
  if (problem) return problem
  // The Auth server itself ends only sessions without a second factor, or all of them after a new password.
  const { error } = await own.auth.signOut({ scope: 'others' })
  if (error) console.error('settings: other sessions were not ended.', describeError(error))
  await recordPassword(email)
  const { data } = await own.auth.getSession()
  if (data.session) await supabase.auth.setSession(data.session)
  return { hasEndedOthers: !error }
}

/** Counts as an attempt to sign in. Null, or the problem. */
export async function tryOwnPassword(email: string, password: string): Promise<FieldProblem | null> {
  const own = visitorClient(AUTH_MAIL_TIMEOUT_MS)
  const problem = await tryPassword(own, email, password)
  if (problem) return problem
  await recordPassword(email)
  await own.auth.signOut({ scope: 'local' })
  return null
}

async function tryPassword({ auth }: Auth, email: string, password: string): Promise<FieldProblem | null> {
  if (password === '') return { field: 'present', problem: 'Please give your present password.' }
  if ((await admitPassword(email)) === 'too_many')
    return { field: 'present', problem: passwordProblems.tooMany }
  const { error } = await auth.signInWithPassword({ email, password })
  if (!error) return null
  const problem = passwordProblem(error)
  if (problem === 'current' || problem === 'busy')
    return { field: 'present', problem: passwordProblems[problem] }
  throw error
}

/** The session of the request has its second factor already, because `adminSession` demands it. */
async function tryCode(own: Auth, user: User, code: string): Promise<FieldProblem | null> {
  if (verifiedFactors(user).length === 0) return null
  const problem = await giveCode(own, user, code, 'second_factor')
  if (problem?.isOver === 'ended') throw new AccessError('signed-out')
  return problem && { field: 'code', problem: problem.message }
}
