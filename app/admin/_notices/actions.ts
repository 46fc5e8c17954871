'use server'

import { z } from 'zod'
import { dismissMails, retryMails } from '@/lib/mail/commands'
import { setOfferNews } from '@/lib/offers/commands'
import { UserError } from '@/lib/user-error'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

const ids = z.array(z.guid()).min(1).max(1000)

/** Sends mails that were not delivered again. */
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

/** Removes mails from the list of those that were not delivered. */
export async function dismissMailNotice(input: string[]): Promise<ActionResult> {
  return runAdminAction('Failed to take the notice away', async () => {
    await dismissMails(ids.parse(input))
    return 'Notice taken away'
  })
}

const answer = z.object({ id: z.guid(), answered_at: z.iso.datetime({ offset: true }) })
/** The answer that an offer got, by the time at which it came. */
export type OfferAnswerSeen = z.infer<typeof answer>

/** Says that the studio is done with the answers that these offers got. */
export async function finishOfferNews(input: OfferAnswerSeen[]): Promise<ActionResult> {
  return runAdminAction('Failed to take the news away', async () => {
    const [seen] = z.tuple([answer]).parse(input)
    await setOfferNews(seen.id, seen.answered_at, true)
    return { message: 'News taken away', undo: ['restoreOfferNews', seen] }
  })
}

/** Makes the answer that an offer got news again. */
export async function restoreOfferNews(input: OfferAnswerSeen): Promise<ActionResult> {
  return runAdminAction('Failed to undo', async () => {
    const { id, answered_at } = answer.parse(input)
    await setOfferNews(id, answered_at, false)
    return 'It stands at the top again'
  })
}
