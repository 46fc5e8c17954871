'use client'

import { buttonVariants } from '@/components/ui/button-variants'
import type { RequestCounts } from '@/lib/requests/view'
import { RequestLink } from '../../../_components/request-link'
import { useStoredDraft } from '../../../_components/use-stored-draft'
import { isReplyDraft, replyKey } from '../../../_requests/reply/reply-draft'

interface NextToAnswerProps {
  /** The request that is shown. */
  current: string
  /** The request to answer first, besides the one that is shown; null when nothing else waits. */
  id: string | null
  counts: RequestCounts
  /** Whether it is what there is to do here, unless an answer is being written. */
  isMain: boolean
}

/** Leads to the next request that waits for an answer. */
export function NextToAnswer({ current, id, counts: { to_answer, overdue }, ...props }: NextToAnswerProps) {
  const { draft } = useStoredDraft(replyKey(current), isReplyDraft)
  const isMain = props.isMain && !draft
  if (!id) return null
  return (
    <div className="flex items-center gap-3">
      <span className="text-muted-foreground max-sm:sr-only">
        {`${to_answer} to answer${overdue > 0 ? `, ${overdue} overdue` : ''}`}
      </span>
      <RequestLink
        id={id}
        replace
        className={buttonVariants({
          size: 'sm',
          variant: isMain ? 'default' : 'outline',
          className: isMain ? 'text-primary-foreground no-underline' : 'text-foreground no-underline',
        })}
      >
        Next to answer
      </RequestLink>
    </div>
  )
}
