import 'server-only'
import { AccessError, adminSession } from '../supabase/auth'
import { AUTH_MAIL_TIMEOUT_MS } from '../supabase/server'
import { admitPassword, recordPassword } from './commands'
import { passwordProblem, type PasswordProblem } from './new-password'

/**
 * Changes the signed-in admin's password, which ends all their other sessions. Returns null, or why
 * it was not changed. The present password is always asked for, and a wrong one counts as an attempt
 * to sign in. Throws `AccessError` for anybody but admins, and the server's error.
 */
export async function changePassword(present: string, next: string): Promise<PasswordProblem | null> {
  const { supabase, email } = await adminSession(AUTH_MAIL_TIMEOUT_MS)
  const admission = await admitPassword(email)
  if (admission === 'too_many') return 'tooMany'
  // By the session's own client: a project with "secure password change" asks for a session that has
  // just signed in, and it is this one that then goes on.
  const signedIn = await supabase.auth.signInWithPassword({ email, password: present })
  if (signedIn.error) {
    const problem = passwordProblem(signedIn.error)
    if (problem === 'current' || problem === 'busy') return problem
    throw signedIn.error
  }
  await recordPassword(email)
  // Heeded only by a project that demands it.
  const { error } = await supabase.auth.updateUser({ password: next, current_password: present })
  const problem = error && passwordProblem(error)
  if (problem === 'ended') throw new AccessError('signed-out')
  return problem
}
