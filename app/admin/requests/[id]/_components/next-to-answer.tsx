'use client'

import { useEffect, useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { buttonVariants } from '@/components/ui/button-variants'
import { useHydrated } from '@/components/use-hydrated'
import type { RequestCounts } from '@/lib/requests/address'
import { cn } from '@/lib/utils'
import { RequestLink } from '../../../_components/request-link'
import { useReplyDraft } from '../../../_requests/reply/reply-draft'

interface NextToAnswerProps {
  current: string
  /** Null if there is no next request to answer. */
  id: string | null
  /** Null if they could not be read. */
  counts: RequestCounts | null
  /** `panel` is below the verbs; on a phone, a bar at the bottom of the screen. */
  place: 'top' | 'panel'
  /** A reply draft on the page takes the filled style away. */
  isMain: boolean
}

export function NextToAnswer({ current, id, counts, place, ...props }: NextToAnswerProps) {
  const { draft } = useReplyDraft(current)
  const isMain = props.isMain && !draft
  const bar = useRef<HTMLDivElement>(null)
  const isNew = useRef(useHydrated())
  useEffect(() => {
    // A second press on Confirm must not hit the bar, which may cover that button.
    if (isNew.current && bar.current && getComputedStyle(bar.current).position === 'fixed')
      ignorePresses(bar.current)
  }, [])
  if (!id) return null
  return (
    <div
      ref={bar}
      className={cn(
        'flex items-center gap-3',
        place === 'panel' && [
          'mt-3 border-t border-border pt-3 lg:mt-4 lg:flex-row-reverse lg:justify-end lg:pt-4',
          'max-lg:tall:fixed max-lg:tall:inset-x-0 max-lg:tall:bottom-0 max-lg:tall:z-10 max-lg:tall:bg-card max-lg:tall:px-[clamp(1.25rem,2.5vw,2.5rem)] max-lg:tall:py-2 max-lg:justify-between',
          draft && 'max-lg:hidden',
        ],
      )}
    >
      {counts && (
        <span className={cn('text-muted-foreground', place === 'top' && 'max-sm:sr-only')}>
          {`${counts.to_answer} to answer${counts.overdue > 0 ? `, ${counts.overdue} overdue` : ''}`}
        </span>
      )}
      <RequestLink
        id={id}
        replace
        className={buttonVariants({
          size: place === 'top' ? 'sm' : 'default',
          variant: isMain ? 'default' : 'outline',
          className: cn(
            'no-underline',
            isMain ? 'text-primary-foreground' : 'text-foreground',
            place === 'panel' && 'text-sm lg:min-h-9 lg:px-3.5',
          ),
        })}
      >
        Next to answer
      </RequestLink>
    </div>
  )
}
