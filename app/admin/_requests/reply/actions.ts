'use server'

import * as commands from '@/lib/requests/commands'
import { type NewReply, newReply } from '@/lib/requests/schema'
import { type ActionResult, undoOf } from '../../action-result'
import { parseInput } from '../../parse-input'
import { runAdminAction } from '../../run-admin-action'
import { conflictQuestion } from '../conflict-question'

/**
 * Sends a reply, or without a text records that the admin has sent it. If others have changed the request,
 * sends nothing and shows their changes.
 */
export async function sendReply(input: NewReply): Promise<ActionResult> {
  return runAdminAction(input?.text ? commands.REPLY_NOT_SENT : 'Failed to save the answer', async () => {
    const reply = parseInput(newReply, input, commands.REPLY_NOT_SENT)
    const sent = await commands.sendReply(reply)
    if ('events' in sent) return { kind: 'question', question: conflictQuestion(sent) }
    const { text, id, name } = reply
    return {
      kind: 'done',
      message: text ? `Your reply to ${name} goes in a minute` : `Answer to ${name} noted`,
      undo: undoOf('reply', [{ id, name, revision: sent.revision }]),
    }
  })
}
