'use server'

import { z } from 'zod'
import { dismissMails, retryMails } from '@/lib/mail/commands'
import { UserError } from '@/lib/user-error'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

const ids = z.array(z.guid()).min(1).max(1000)

export async function sendMailsAgain(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to send again'
  return runAdminAction(failure, async () => {
    const count = await retryMails(ids.parse(input))
    const left = 'not true any more, or it is being sent already.'
    if (count === 0) throw new UserError(failure, `What was to be said is ${left}`)
    const sent = count === 1 ? '1 email is being sent again' : `${count} emails are being sent again`
    return count === input.length ? sent : `${sent}; what the rest say is ${left}`
  })
}

/** Removes mails from the list of failed ones. */
export async function dismissMailNotice(input: string[]): Promise<ActionResult> {
  return runAdminAction('Failed to take the notice away', async () => {
    await dismissMails(ids.parse(input))
    return 'Notice taken away'
  })
}
