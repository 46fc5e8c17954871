'use server'

import * as commands from '@/lib/requests/commands'
import { type NewReply, newReply } from '@/lib/requests/schema'
import type { ActionResult } from '../../action-result'
import { runAdminAction } from '../../run-admin-action'
import { conflictQuestion } from '../conflict-question'
import { invalidInput } from '../invalid-input'

/**
 * Sends a reply; without a text, records that the admin sent it. After a conflict it only shows the changes.
 */
export async function sendReply(input: NewReply): Promise<ActionResult> {
  return runAdminAction(input?.text ? commands.REPLY_NOT_SENT : 'Failed to save the answer', async () => {
    const reply = newReply.safeParse(input)
    if (!reply.success) throw invalidInput(commands.REPLY_NOT_SENT, reply.error)
    const sent = await commands.sendReply(reply.data)
    if ('events' in sent) return { question: conflictQuestion(sent) }
    const { text, id, name } = reply.data
    return {
      message: text ? `Your reply to ${name} goes in a minute` : `Answer to ${name} noted`,
      undo: ['undoActs', { of: 'reply', acts: [{ id, name, revision: sent.revision }] }],
    }
  })
}
