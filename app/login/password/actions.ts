'use server'

import { redirect } from 'next/navigation'
import type { ActionState } from '@/lib/action-state'
import { describeError } from '@/lib/describe-error'
import { paths } from '@/lib/paths'
import { postedForm, postedText } from '@/lib/posted-form'
import { recordPassword } from '@/lib/sign-in/commands'
import { newPasswordError, passwordProblem, passwordProblems } from '@/lib/sign-in/new-password'
import { findRecoverySession, openRecoveryLink } from '@/lib/sign-in/recovery'
import { AUTH_MAIL_TIMEOUT_MS, sessionClient } from '@/lib/supabase/server'

/** 'expired': the mailed link opens no session, and no link opened one within the last hour. */
export type PasswordState = ActionState<'password' | 'lost', null> | { status: 'expired' }

const TRY_AGAIN = 'Please try again in a minute.'

/**
 * Sets the form's `password`, for the account of the mailed link (`token`) or of the session that such a link
 * opened, and redirects to the admin. If the Auth server rejects the password, or the account must enter its
 * code first, the link is used up; its session continues at the page without a token.
 */
export async function setPassword(_: PasswordState, posted: FormData): Promise<PasswordState> {
  const form = postedForm(posted)
  const [token, password] = [postedText(form, 'token'), postedText(form, 'password')]
  // Checks the password before `tryToSet` uses the link up.
  const wrong = newPasswordError(password)
  if (wrong) return { status: 'error', message: wrong, fields: { password: wrong } }
  const outcome = await tryToSet(token, password, postedText(form, 'lost') !== '').catch((error: unknown) => {
    console.error('password: it could not be set.', describeError(error))
    return 'again' as const
  })
  if (outcome === 'done') redirect(paths.afterLogin)
  if (outcome === 'expired') return { status: 'expired' }
  if (outcome === 'again') return { status: 'error', message: TRY_AGAIN }
  // The page at `paths.password` asks for the account's code first.
  if (outcome === 'secondFactor') redirect(paths.password)
  if (token) redirect(`${paths.password}?problem=${outcome}`)
  return {
    status: 'error',
    message: passwordProblems[outcome],
    entries: { lost: outcome === 'lost' ? 'yes' : '' },
  }
}

/**
 * Sets the password. `wasLost` is true if the last try got no response: then 'same' means that the password
 * is set already.
 */
async function tryToSet(token: string, password: string, wasLost: boolean) {
  // Both steps need the same client, because in a server action only that client has the session. Each call
  // of sessionClient makes another.
  const supabase = await sessionClient(AUTH_MAIL_TIMEOUT_MS)
  const opened = token
    ? await openRecoveryLink(supabase, token)
    : { email: await findRecoverySession(supabase) }
  if ('failed' in opened) return opened.failed
  if (opened.email === null) return 'expired'
  const { error } = await supabase.auth.updateUser({ password })
  const problem = error && passwordProblem(error)
  if (problem === 'ended') return 'expired'
  if (problem && !(problem === 'same' && wasLost)) {
    if (problem === 'lost' || problem === 'failed')
      console.error('password: the Auth server does not respond as it should.', describeError(error))
    return problem
  }
  await recordPassword(opened.email)
  return 'done'
}
