'use server'

import { z } from 'zod'
import { listChangesSince } from '@/lib/requests/one-request'
import { findRequest } from '@/lib/requests/queries'
import { MAX_REPLY } from '@/lib/requests/replies'
import { replyKinds } from '@/lib/statuses'
import { requestId } from '@/lib/requests/schema'
import { line, lines } from '@/lib/typed-text'
import { UserError } from '@/lib/user-error'
import { undoOf } from '../../action-result'
import { adminAction } from '../../admin-action'
import { conflictQuestion } from '../conflict-question'

const NOT_SENT = 'Failed to send the reply'

/** Without a text, the admin sent it another way. `name` is the recipient's as the admin saw it. */
const newReply = z.object({
  id: requestId,
  name: z.string().max(100),
  replyId: z.uuid(),
  revision: z.int().min(0),
  kind: z.enum(replyKinds),
  text: z
    .object({ subject: line(200, 'The subject is empty.'), body: lines(MAX_REPLY, 'The text is empty.') })
    .nullable(),
  times: z.array(z.object({ date: z.iso.date(), time_slot_id: z.guid() })).max(100),
})

/** Stores nothing and shows the changes if others changed the request after the admin read it. */
export const sendReply = adminAction(
  newReply,
  NOT_SENT,
  async ({ id, name, replyId, revision, kind, text, times }, supabase) => {
    const { data, error } = await supabase.rpc('send_reply', {
      ...{ p_id: replyId, p_request_id: id, p_revision: revision, p_kind: kind },
      ...{ p_subject: text?.subject, p_body: text?.body, p_times: times },
    })
    if (error?.message === 'changed_meanwhile') {
      const now = await findRequest(id)
      if (now) {
        const events = await listChangesSince(id, revision)
        return { kind: 'question', question: conflictQuestion({ ...now, events }) }
      }
    }
    if (error) {
      const failure = text || error.message === 'reply_sent' ? NOT_SENT : 'Failed to save the answer'
      throw new UserError(failure, undefined, undefined, { cause: error })
    }
    return {
      kind: 'done',
      message: text ? `Your reply to ${name} goes in a minute` : `Answer to ${name} noted`,
      undo: undoOf('reply', [{ id, name, revision: data }]),
    }
  },
  {
    form_used: 'It was taken back. Discard it and write it anew.',
    reply_sent:
      'It was sent before, with another text. While that waits you can take it back, in the list of replies.',
  },
)
