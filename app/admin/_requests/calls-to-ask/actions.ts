'use server'

import { z } from 'zod'
import { ASK_FAILURE, type AskedDates } from '@/lib/requests/asking'
import * as commands from '@/lib/requests/closed-calls'
import { proposals, type Proposals, requestIds } from '@/lib/requests/schema'
import { UserError } from '@/lib/user-error'
import { type ActionResult, undoOf } from '../../action-result'
import { runAdminAction } from '../../run-admin-action'

const askedDates = z.object({ from: z.iso.date(), to: z.iso.date() }).nullable()
const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/**
 * Finds the calls on these closed dates whose visitors can be asked for another time. Null means all closed
 * dates.
 */
export async function findCallsToAsk(input: AskedDates): Promise<ActionResult> {
  return runAdminAction(ASK_FAILURE, async () => {
    const callsToAsk = await commands.findCallsToAsk(askedDates.parse(input))
    if (callsToAsk.calls.length === 0) throw new UserError('Nobody is left to ask')
    return { callsToAsk }
  })
}

/**
 * Asks these visitors for another time. `failedIds` are the calls that were moved, cancelled or asked about
 * since the admin saw them.
 */
export async function askForTimes(input: Proposals): Promise<ActionResult> {
  const failure = 'Nobody was asked'
  return runAdminAction(failure, async () => {
    const { asked, failedIds } = await commands.sendProposals(proposals.parse(input))
    if (asked.length === 0)
      return { failed: failure, detail: 'Their calls were changed meanwhile.', failedIds }
    const isOne = asked.length === 1
    return {
      message: `${people(asked.length)} ${isOne ? 'is' : 'are'} asked for another time`,
      undo: undoOf('asked', asked),
      failedIds,
      acts: asked,
    }
  })
}

/**
 * Keeps these calls at their times. A visitor who was asked for another time gets a mail that the call stays.
 */
export async function keepCalls(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to keep the time'
  return runAdminAction(failure, async () => {
    const { count, kept } = await commands.keepCalls(requestIds.parse(input))
    if (count === 0) throw new UserError(failure, 'It was changed meanwhile.')
    return {
      message: count === 1 ? 'The call stays when it was' : `${count} calls stay when they were`,
      undo: undoOf('kept', kept),
    }
  })
}
