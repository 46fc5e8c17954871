'use client'

import { createContext, use, useId, useRef } from 'react'
import { replyNames } from '@/lib/content/replies'
import type { Reply } from '@/lib/requests/details'
import { fittingKinds, isAhead } from '@/lib/requests/replies'
import { useStoredDraft } from '../../_components/use-stored-draft'
import { ChoicePill } from '../../_components/choice-pill'
import { ReplyComposer, type ReplyComposerProps } from './reply-composer'
import { SentReplies } from './sent-replies'
import { isReplyDraft, newDraft, replyKey, restoreReply } from './reply-draft'

interface ReplySectionProps extends Pick<ReplyComposerProps, 'request' | 'context' | 'mailed' | 'usual'> {
  /** When the page was read, in milliseconds. */
  now: number
  /** The mails that were written already. */
  replies: Reply[]
}

type Answered = Pick<ReplyComposerProps, 'onAnswered' | 'onRestored'>
const AnsweredContext = createContext<Answered | null>(null)

/** Hears of answers: what shows the request is rendered by the server, which can be given no function. */
export const AnsweredProvider = AnsweredContext.Provider

function useAnswered(): Answered {
  const answered = use(AnsweredContext)
  if (!answered) throw new Error('useAnswered must be used within an AnsweredProvider')
  return answered
}

/**
 * Answers a request: with a text to change, by the site's own mail or from the admin's mail program,
 * and with all that the answer changes in one press. What was typed stays in this tab until it has
 * gone out, and so does the question whether it has.
 */
export function ReplySection({ request, context, now, mailed, usual, replies }: ReplySectionProps) {
  const { onAnswered, onRestored } = useAnswered()
  const { draft, setDraft: keep } = useStoredDraft(replyKey(request.id), isReplyDraft)
  const kinds = fittingKinds(request, now)
  const heading = useId()
  const choices = useRef<HTMLDivElement>(null)
  if (kinds.length === 0) return null
  return (
    <section aria-labelledby={heading} className="mt-6">
      <h3 id={heading} className="font-semibold">
        Reply
      </h3>
      <SentReplies
        replies={replies}
        // What was written is there again.
        onUndone={({ kind, body }) => {
          if (kind !== 'change') restoreReply(request.id, newDraft(request, kind), body)
        }}
      />
      <div ref={choices} role="radiogroup" aria-labelledby={heading} className="mt-2 flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <ChoicePill
            key={kind}
            type="radio"
            name={heading}
            className="px-3.5"
            checked={draft?.kind === kind}
            onChange={() => keep(draft ? { ...draft, kind, asked: false } : newDraft(request, kind))}
          >
            {replyNames[kind]}
          </ChoicePill>
        ))}
      </div>
      {draft && (
        <ReplyComposer
          {...{ request, context, draft, keep, mailed, usual, onAnswered, onRestored }}
          onDiscard={() => {
            keep(null)
            choices.current?.querySelector('input')?.focus()
          }}
          fits={kinds.includes(draft.kind)}
          canChange={isAhead(request, now) && request.status !== 'cancelled'}
          isOver={!isAhead(request, now)}
        />
      )}
    </section>
  )
}
