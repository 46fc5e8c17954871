import { dismissToast } from '@/components/toasts'
import { replyNames } from '@/lib/content/replies'
import { formatTimestamp } from '@/lib/dates'
import type { Reply } from '@/lib/requests/one-request'
import type { AdminRequest } from '@/lib/requests/request'
import { RunButton } from '../../../_components/run-button'
import { toastId } from '../../../_components/use-report'
import { undoActs } from '../../../_requests/undo-actions'

export function SentReplies({
  request,
  replies,
  onUndone,
}: {
  request: AdminRequest
  replies: Reply[]
  onUndone: (reply: Reply) => void
}) {
  if (replies.length === 0) return null
  return (
    <ul aria-label="Replies" className="mt-3 grid gap-2">
      {replies.map((reply) => (
        <li key={reply.revision} className="grid gap-1">
          <details>
            <summary className="w-fit rounded py-1">
              {replyNames[reply.kind]}: <span className="text-muted-foreground">{describeState(reply)}</span>
            </summary>
            <p className="mt-1 font-medium">{reply.subject}</p>
            <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{reply.body}</p>
          </details>
          {reply.waits && (
            <UndoReply request={request} revision={reply.revision} onDone={() => onUndone(reply)} />
          )}
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

function UndoReply({
  request: { id, name },
  revision,
  onDone,
}: {
  request: AdminRequest
  revision: number
  onDone: () => void
}) {
  const undo = { of: 'reply' as const, acts: [{ id, name, revision }] }
  return (
    <RunButton
      size="xs"
      variant="outline"
      className="justify-self-start"
      action={() => undoActs(undo)}
      options={{
        failure: 'Failed to take the reply back',
        onResult(result) {
          if (result.kind !== 'done') return
          dismissToast(toastId(['undoActs', undo]))
          onDone()
        },
      }}
    >
      Undo<span className="sr-only"> this reply</span>
    </RunButton>
  )
}
