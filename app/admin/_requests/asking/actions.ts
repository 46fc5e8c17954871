'use server'

import { z } from 'zod'
import { ASK_FAILURE, type AskedDates } from '@/lib/requests/asking'
import * as commands from '@/lib/requests/closed-calls'
import { proposals, type Proposals, requestIds } from '@/lib/requests/schema'
import { UserError } from '@/lib/user-error'
import type { ActionResult } from '../../action-result'
import { runAdminAction } from '../../run-admin-action'

const askedDates = z.object({ from: z.iso.date(), to: z.iso.date() }).nullable()
const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** Who can be asked for another time: of these dates, or of all that are closed. */
export async function readAsking(input: AskedDates): Promise<ActionResult> {
  return runAdminAction(ASK_FAILURE, async () => {
    const asking = await commands.readAsking(askedDates.parse(input))
    if (asking.calls.length === 0) throw new UserError('Nobody is left to ask')
    return { asking }
  })
}

/** Asks these people for another time. Who has moved, cancelled or was asked meanwhile is left out. */
export async function askForTimes(input: Proposals): Promise<ActionResult> {
  const failure = 'Nobody was asked'
  return runAdminAction(failure, async () => {
    const asked = proposals.parse(input)
    const leftOut = await commands.sendProposals(asked)
    const gone = asked.filter(({ id }) => !leftOut.includes(id))
    if (gone.length === 0) throw new UserError(failure, 'Their calls were changed meanwhile.')
    const isOne = gone.length === 1
    return {
      message: `${people(gone.length)} ${isOne ? 'is' : 'are'} asked for another time`,
      undo: ['undoReplies', gone.map(({ replyId }) => replyId)],
      leftOut,
    }
  })
}

/** Takes {@link askForTimes} back, while the mails wait. */
export async function undoReplies(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to take it back'
  return runAdminAction(failure, async () => {
    const replyIds = requestIds.parse(input)
    const gone = await commands.undoReplies(replyIds)
    if (gone === replyIds.length)
      throw new UserError(failure, gone === 1 ? 'It has gone already.' : 'They have gone already.')
    if (gone > 0) throw new UserError(failure, `${gone} of ${replyIds.length} have gone already.`)
    return 'Taken back'
  })
}

/** These calls stay when they are. Who was asked for another time is told. */
export async function keepCalls(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to keep the time'
  return runAdminAction(failure, async () => {
    const kept = await commands.keepCalls(requestIds.parse(input))
    if (kept.length === 0) throw new UserError(failure, 'It was changed meanwhile.')
    return {
      message: kept.length === 1 ? 'The call stays when it was' : `${kept.length} calls stay when they were`,
      undo: ['undoKeep', kept],
    }
  })
}

/** Takes {@link keepCalls} back, while the mails wait. */
export async function undoKeep(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to take it back'
  return runAdminAction(failure, async () => {
    const ids = requestIds.parse(input)
    const undone = await commands.undoKeep(ids)
    if (undone.length < ids.length)
      throw new UserError(failure, 'They were told, or it was changed meanwhile.')
    return 'They are asked for another time, as before'
  })
}
