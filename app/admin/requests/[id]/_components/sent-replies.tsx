'use client'

import { dismissToast } from '@/components/toasts'
import { replyNames } from '@/lib/content/replies'
import { formatTimestamp } from '@/lib/dates'
import type { Reply } from '@/lib/requests/details'
import { ActionButton } from '../../../_components/action-button'
import { toastOf, useAdminAction } from '../../../_components/use-admin-action'
import { undoReply } from '../../../_requests/reply/actions'

interface SentRepliesProps {
  replies: Reply[]
  /** Called when one was taken back. */
  onUndone: (reply: Reply) => void
}

/** The replies that the site sends or has sent, with their words; one that waits can be taken back. */
export function SentReplies({ replies, onUndone }: SentRepliesProps) {
  if (replies.length === 0) return null
  return (
    <ul aria-label="Replies" className="mt-3 grid gap-2">
      {replies.map((reply) => (
        <li key={reply.id} className="grid gap-1">
          <details>
            <summary className="w-fit rounded py-1">
              {replyNames[reply.kind]}: <span className="text-muted-foreground">{describeState(reply)}</span>
            </summary>
            <p className="mt-1 font-medium">{reply.subject}</p>
            <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{reply.body}</p>
          </details>
          {reply.waits && <TakeBack id={reply.id} onDone={() => onUndone(reply)} />}
        </li>
      ))}
    </ul>
  )
}

function describeState({ waits, sent_at, sent_by, created_at }: Reply): string {
  const by = sent_by ? `, by ${sent_by}` : ''
  if (sent_at) return `sent ${formatTimestamp(sent_at)}${by}`
  return waits ? `goes in a minute${by}` : `written ${formatTimestamp(created_at)}${by}, not delivered yet`
}

function TakeBack({ id, onDone }: { id: string; onDone: () => void }) {
  const { run, pending } = useAdminAction()
  return (
    <ActionButton
      size="xs"
      variant="outline"
      className="justify-self-start"
      pending={pending}
      onClick={() =>
        run(() => undoReply(id), {
          failure: 'Failed to take the reply back',
          onResult(result) {
            if (!('message' in result)) return
            dismissToast(toastOf(['undoReply', id]))
            onDone()
          },
        })
      }
    >
      Undo<span className="sr-only"> this reply</span>
    </ActionButton>
  )
}
