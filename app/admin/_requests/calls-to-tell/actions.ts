'use server'

import { z } from 'zod'
import type { SeenCall } from '@/lib/mail/calls-to-tell'
import * as commands from '@/lib/mail/commands'
import { UserError } from '@/lib/user-error'
import { type ActionResult, undoOf } from '../../action-result'
import { runAdminAction } from '../../run-admin-action'

const seenCall = z.object({
  id: z.guid(),
  name: z.string().max(500),
  state: z.object({
    status: z.string().max(20),
    date: z.iso.date(),
    start_time: z.iso.time({ precision: -1 }),
    end_time: z.iso.time({ precision: -1 }),
    location: z.string().max(500).nullable(),
    wording: z.string().max(1000).nullable(),
  }),
})
const ids = z.array(z.guid()).min(1).max(1000)
const told = z
  .array(z.object({ calls: z.array(seenCall).max(1000), mails: z.array(z.guid()).max(1000) }))
  .min(1)
  .max(1000)

/** Mails the visitors of these calls where the calls take place now. */
export async function tellVisitors(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to tell them'
  return runAdminAction(failure, async () => {
    const count = await commands.tellLocation(ids.parse(input))
    if (count === 0) throw new UserError(failure, 'These calls are not confirmed any more, or have begun.')
    return count === 1 ? '1 visitor is being told by email' : `${count} visitors are being told by email`
  })
}

export async function sendMailsAgain(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to send again'
  return runAdminAction(failure, async () => {
    const count = await commands.retryMails(ids.parse(input))
    const left = 'not true any more, or it is being sent already.'
    if (count === 0) throw new UserError(failure, `What was to be said is ${left}`)
    const sent = count === 1 ? '1 email is being sent again' : `${count} emails are being sent again`
    return count === input.length ? sent : `${sent}; what the rest say is ${left}`
  })
}

/**
 * Records that people know their calls in the state that the list showed, and takes the mails that did not
 * reach them off the list. Fails for calls that have changed since.
 */
export async function markTold(input: { calls: SeenCall[]; mails: string[] }[]): Promise<ActionResult> {
  return runAdminAction('Failed to take the notice away', async () => {
    const people = told.parse(input)
    const { known, changed } = await commands.markTold(people)
    const undo = undoOf('told', known)
    const names = changed.map(({ name }) => name).join(', ')
    if (changed.length > 0)
      return {
        kind: 'failed',
        failed: 'They do not all know how it stands now',
        detail:
          changed.length === 1
            ? `The call of ${names} was changed since the list was read, and is listed as it stands now.`
            : `The calls of ${names} were changed since the list was read, and are listed as they stand now.`,
        failedIds: changed.map(({ id }) => id),
        undo,
      }
    const isAboutCalls = people.some(({ calls }) => calls.length > 0)
    const hasMails = people.some(({ mails }) => mails.length > 0)
    return {
      kind: 'done',
      message: isAboutCalls ? 'Noted that they know' : 'Notice taken away',
      detail: undo && hasMails ? 'Undo lists the calls again, not the mails that failed.' : undefined,
      undo,
    }
  })
}
