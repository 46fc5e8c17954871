'use client'

import { buttonVariants } from '@/components/ui/button-variants'
import type { RequestCounts } from '@/lib/requests/view'
import { RequestLink } from '../../../_components/request-link'
import { useStoredDraft } from '../../../_components/use-stored-draft'
import { isReplyDraft, replyKey } from '../../../_requests/reply/reply-draft'

interface NextToAnswerProps {
  /** The id of the shown request. */
  current: string
  /** The id of the next request to answer; null if there is none. */
  id: string | null
  counts: RequestCounts
  /** True for the primary (filled) style. A reply draft on the page takes it away. */
  isMain: boolean
}

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
