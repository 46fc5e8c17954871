import 'server-only'
import type { UserAttributes } from '@supabase/supabase-js'
import { AccessError } from '../supabase/auth'
import { AUTH_MAIL_TIMEOUT_MS, visitorClient } from '../supabase/server'
import { passwordProblem, type PasswordProblem, passwordProblems } from './new-password'
import { inOwnSession, type OwnResult, type Proof } from './own-session'
import type { Auth } from './second-factor'

/** In a session of its own, and ends all others. Returns and throws what `inOwnSession` does. */
export function changePassword(proof: Proof, next: string): Promise<OwnResult> {
  return inOwnSession(proof, async (own, { email = '' }) => {
    // Auth checks `current_password` only if the project demands this.
    const problem = await updatePassword(own, email, { password: next, current_password: proof.present })
    if (problem === 'ended') throw new AccessError('signed-out')
    if (problem === 'lost' || !problem) return problem
    return { field: problem === 'current' ? 'present' : 'next', problem: passwordProblems[problem] }
  })
}

/**
 * If the Auth server fails, tries the new password once, because it may have been stored. Null, the problem, or 'ended'
 * if the session has ended.
 */
export async function updatePassword(
  { auth }: Auth,
  email: string,
  attributes: UserAttributes & { password: string },
): Promise<PasswordProblem | 'ended' | null> {
  const { error } = await auth.updateUser(attributes)
  const problem = error && passwordProblem(error)
  if (problem !== 'lost') return problem
  const trial = visitorClient(AUTH_MAIL_TIMEOUT_MS).auth
  const tried = await trial.signInWithPassword({ email, password: attributes.password })
  if (!tried.error) {
    await trial.signOut({ scope: 'local' })
    return null
  }
  // After any other failure the Auth server may still be at work.
  return tried.error.code === 'invalid_credentials' && error?.status === 500 ? 'failed' : 'lost'
}
