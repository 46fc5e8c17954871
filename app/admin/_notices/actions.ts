'use server'

import { z } from 'zod'
import { dismissMails, retryMails, setTold, takeBack, tellLocation } from '@/lib/mail/commands'
import type { ToldBack } from '@/lib/mail/told-back'
import { UserError } from '@/lib/user-error'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

const toldBack = z
  .array(z.object({ id: z.guid(), location: z.string().max(1000).optional() }))
  .min(1)
  .max(1000)
const ids = z.array(z.guid()).min(1).max(1000)

/** Sends mails that were not delivered again. */
export async function sendMailsAgain(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to send again'
  return runAdminAction(failure, async () => {
    const count = await retryMails(ids.parse(input))
    if (count === 0)
      throw new UserError(failure, 'What was to be said is not true any more, or it is being sent already.')
    return count === 1 ? '1 email is being sent again' : `${count} emails are being sent again`
  })
}

/** Removes mails from the list of those that were not delivered. */
export async function dismissMailNotice(input: string[]): Promise<ActionResult> {
  return runAdminAction('Failed to take the notice away', async () => {
    await dismissMails(ids.parse(input))
    return 'Notice taken away'
  })
}

/** Mails the visitors of these bookings where their calls happen now. */
export async function tellVisitors(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to tell them'
  return runAdminAction(failure, async () => {
    const count = await tellLocation(ids.parse(input))
    if (count === 0) throw new UserError(failure, 'These calls are not confirmed any more, or have begun.')
    return count === 1 ? '1 visitor is being told by email' : `${count} visitors are being told by email`
  })
}

/** Notes that the visitors of these bookings know how their calls stand. */
export async function noteTold(input: string[]): Promise<ActionResult> {
  return runAdminAction('Failed to take the notice away', async () => {
    const told = await setTold(ids.parse(input))
    return { message: 'Noted that they know', undo: told.length > 0 ? { told } : undefined }
  })
}

/** Takes {@link noteTold} back. */
export async function takeBackTold(input: ToldBack[]): Promise<ActionResult> {
  return runAdminAction('Failed to undo it', async () => {
    await takeBack(toldBack.parse(input))
    return 'They are listed again'
  })
}
