'use client'

import { buttonVariants } from '@/components/ui/button-variants'
import type { RequestCounts } from '@/lib/requests/view'
import { RequestLink } from '../../../_components/request-link'

interface NextToAnswerProps {
  /** The request to answer first, besides the one that is shown; null when nothing else waits. */
  id: string | null
  counts: RequestCounts
  /** Whether it is what there is to do here. */
  isMain: boolean
}

/** Leads to the next request that waits for an answer. */
export function NextToAnswer({ id, counts: { to_answer, overdue }, isMain }: NextToAnswerProps) {
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
