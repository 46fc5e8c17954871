import 'server-only'
import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { AccessError, adminSession } from '../supabase/auth'
import { AUTH_MAIL_TIMEOUT_MS, visitorClient } from '../supabase/server'
import { verifiedFactors } from '../supabase/session'
import { admitPassword, recordPassword } from './commands'
import { passwordProblem, type PasswordProblem, passwordProblems } from './new-password'
import { type CodeProblem, giveCode } from './second-factor'

/** The reason why a password was not changed: a problem with a password, or with the code. */
export type ChangeProblem = PasswordProblem | CodeProblem

/**
 * Changes the signed-in admin's password and ends all their other sessions. Always asks for the current
 * password, and for a code if the account has a second factor. A wrong password or code counts as an attempt
 * to sign in. Returns null, or the problem. Throws an `AccessError` unless the caller is an admin, and the
 * server's error.
 */
export async function changePassword(
  present: string,
  next: string,
  code: string,
): Promise<ChangeProblem | null> {
  const { supabase, user, email } = await adminSession(AUTH_MAIL_TIMEOUT_MS)
  // `own` is a new session: a project with "secure password change" demands a recent sign-in, and a wrong
  // code does not affect the current session.
  const own = visitorClient(AUTH_MAIL_TIMEOUT_MS)
  const problem =
    (await tryPassword(own, email, present)) ??
    (verifiedFactors(user).length > 0 ? await giveCode(own, user, code) : null) ??
    // Auth checks `current_password` only if the project demands this.
    problemOf((await own.auth.updateUser({ password: next, current_password: present })).error)
  if (problem === 'ended') throw new AccessError('signed-out')
  if (problem && problem !== 'lost') await own.auth.signOut({ scope: 'local' })
  if (problem) return problem
  await recordPassword(email)
  const { data } = await own.auth.getSession()
  if (data.session) await supabase.auth.setSession(data.session)
  return null
}

/**
 * Checks the signed-in admin's password; this counts as an attempt to sign in. Returns null, or the problem.
 */
export async function tryOwnPassword(email: string, password: string): Promise<CodeProblem | null> {
  const own = visitorClient(AUTH_MAIL_TIMEOUT_MS)
  const problem = await tryPassword(own, email, password)
  if (problem) return { message: passwordProblems[problem] }
  await recordPassword(email)
  await own.auth.signOut({ scope: 'local' })
  return null
}

async function tryPassword({ auth }: Pick<SupabaseClient, 'auth'>, email: string, password: string) {
  if ((await admitPassword(email)) === 'too_many') return 'tooMany'
  const { error } = await auth.signInWithPassword({ email, password })
  if (!error) return null
  const problem = passwordProblem(error)
  if (problem === 'current' || problem === 'busy') return problem
  throw error
}

const problemOf = (error: AuthError | null) => error && passwordProblem(error)
