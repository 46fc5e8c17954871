'use server'

import { redirect } from 'next/navigation'
import type { ActionState } from '@/lib/action-state'
import { describeError } from '@/lib/describe-error'
import { paths } from '@/lib/paths'
import { postedFields, postedForm, postedText } from '@/lib/posted-form'
import { updatePassword } from '@/lib/sign-in/change-password'
import { recordPassword } from '@/lib/sign-in/commands'
import { newPasswordError, passwordProblems } from '@/lib/sign-in/new-password'
import { findRecovery, openRecoveryLink } from '@/lib/sign-in/recovery'
import { giveCode, readCode, WRONG_CODE } from '@/lib/sign-in/second-factor'
import { AUTH_MAIL_TIMEOUT_MS, sessionClient } from '@/lib/supabase/server'
import { HIDDEN, type HiddenField } from './hidden-fields'

/** 'expired': the mailed link opens no session, and no link opened one within the last hour. */
export type PasswordState = ActionState<'password' | 'code' | HiddenField, null> | { status: 'expired' }

const TRY_AGAIN = 'Please try again in a minute.'

/**
 * Link, code and password go in one request, because whoever knows the password can end a session without its
 * code. A wrong code or a rejected password uses the link up; its session then continues the form.
 */
export async function setPassword(_: PasswordState, posted: FormData): Promise<PasswordState> {
  const form = postedForm(posted)
  const [token, password, code] = [
    postedText(form, 'token'),
    postedText(form, 'password'),
    postedText(form, 'code'),
  ]
  const entries = postedFields(form, HIDDEN)
  const refuse = (message: string, field?: 'password' | 'code'): PasswordState => ({
    status: 'error',
    message,
    fields: field && { [field]: message },
    entries,
  })
  const wrong = newPasswordError(password)
  if (wrong) return refuse(wrong, 'password')
  try {
    // All steps need the same client, because in a server action only that client has the session.
    const supabase = await sessionClient(AUTH_MAIL_TIMEOUT_MS)
    const found = await findRecovery(supabase, entries.opened ? '' : token)
    if (!found) return { status: 'expired' }
    entries.needsCode = found.needsCode ? 'yes' : ''
    if (found.needsCode && readCode(code) === null) return refuse(WRONG_CODE.message, 'code')
    const user = found.user ?? (await openRecoveryLink(supabase, token))
    if (user === 'expired') return { status: 'expired' }
    if (user === 'again') return refuse(TRY_AGAIN)
    entries.opened = 'yes'
    if (found.needsCode) {
      const problem = await giveCode(supabase, user, code, 'link')
      if (problem?.isOver === 'ended') return { status: 'expired' }
      if (problem) return refuse(problem.message, 'code')
      entries.needsCode = ''
    }
    const { email = '' } = user
    const problem = await updatePassword(supabase, email, { password })
    if (problem === 'ended') return { status: 'expired' }
    // After a lost response 'same' means that the password is set already.
    if (problem && !(problem === 'same' && entries.lost)) {
      if (problem === 'lost' || problem === 'failed')
        console.error(`password: the Auth server does not respond as it should (${problem}).`)
      entries.lost = problem === 'lost' ? 'yes' : ''
      if (problem === 'secondFactor') entries.needsCode = 'yes'
      return refuse(passwordProblems[problem])
    }
    await recordPassword(email)
  } catch (error) {
    console.error('password: it could not be set.', describeError(error))
    return refuse(TRY_AGAIN)
  }
  redirect(paths.afterLogin)
}
