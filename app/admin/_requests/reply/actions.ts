'use server'

import * as commands from '@/lib/requests/commands'
import { type NewReply, newReply, requestId } from '@/lib/requests/schema'
import type { ActionResult } from '../../action-result'
import { runAdminAction } from '../../run-admin-action'
import { changedQuestion } from '../changed-question'
import { invalidInput } from '../invalid-input'

/** Sends an answer, or says that it went out; or says first what others changed meanwhile. */
export async function sendReply(input: NewReply): Promise<ActionResult> {
  return runAdminAction(input?.text ? commands.REPLY_NOT_SENT : 'Failed to save the answer', async () => {
    const reply = newReply.safeParse(input)
    if (!reply.success) throw invalidInput(commands.REPLY_NOT_SENT, reply.error)
    const changed = await commands.sendReply(reply.data)
    if (changed) return { question: changedQuestion(changed) }
    const { text, replyId, name } = reply.data
    return {
      message: text ? `Your reply to ${name} goes in a minute` : `Answer to ${name} noted`,
      undo: ['undoReply', replyId],
    }
  })
}

/** Takes an answer back, while its mail waits. */
export async function undoReply(replyId: string): Promise<ActionResult> {
  return runAdminAction(commands.REPLY_NOT_UNDONE, async () => {
    const isWhole = await commands.undoReply(requestId.parse(replyId))
    return isWhole ? 'Reply taken back' : 'Reply taken back; the request stays as it was changed since'
  })
}
