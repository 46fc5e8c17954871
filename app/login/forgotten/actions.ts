'use server'

import type { ActionState } from '@/lib/action-state'
import { after } from '@/lib/next'
import { postedForm, postedText } from '@/lib/posted-form'
import { mailRecoveryLink } from '@/lib/sign-in/recovery'
import { cleanEmail } from '@/lib/text'

export type ForgottenState = ActionState<'email', null>

const MAILED =
  'If this is an admin’s address, a mail comes in a minute or two; its newest link works for an hour. ' +
  'At most one goes in ten minutes, and five in a day: if none comes, ask again later.'

/** The response is the same for every address and does not wait for the mail, so it reveals no account. */
export async function askForLink(_: ForgottenState, posted: FormData): Promise<ForgottenState> {
  const email = cleanEmail(postedText(postedForm(posted), 'email')).toLowerCase()
  if (email === '') return { status: 'error', message: 'Your email is missing.' }
  if (email.length <= 254) after(() => mailRecoveryLink(email))
  return { status: 'success', message: MAILED, data: null }
}
