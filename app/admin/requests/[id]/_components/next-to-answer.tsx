'use client'

import { buttonVariants } from '@/components/ui/button-variants'
import type { RequestCounts } from '@/lib/requests/view'
import { RequestLink } from '../../../_components/request-link'
import { useReplyDraft } from '../../../_requests/reply/reply-draft'

interface NextToAnswerProps {
  /** The id of the shown request. */
  current: string
  /** The id of the next request to answer; null if there is none. */
  id: string | null
  /** Null if they could not be read. */
  counts: RequestCounts | null
  /** True for the primary (filled) style. A reply draft on the page takes it away. */
  isMain: boolean
}

export function NextToAnswer({ current, id, counts, ...props }: NextToAnswerProps) {
  const { draft } = useReplyDraft(current)
  const isMain = props.isMain && !draft
  if (!id) return null
  return (
    <div className="flex items-center gap-3">
      {counts && (
        <span className="text-muted-foreground max-sm:sr-only">
          {`${counts.to_answer} to answer${counts.overdue > 0 ? `, ${counts.overdue} overdue` : ''}`}
        </span>
      )}
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
