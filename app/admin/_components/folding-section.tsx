'use client'

import { ChevronDown } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { cn } from '@/lib/utils'
import { type Fold, isOnPhone, listenToFolds, listenToWidth, readFold, storeFold } from './folds'
import { isShown } from './show-section'

interface FoldingSectionProps {
  /** The id of the heading, which labels the section. */
  id: string
  title: string
  /** As the request's cookies have it. */
  left: Fold
  className?: string
  children: React.ReactNode
}

/**
 * A section of the page that its heading opens and folds. At first it is open, and folded on phones;
 * then as it was left.
 */
export function FoldingSection({ id, title, left: leftAtFirst, className, children }: FoldingSectionProps) {
  const contentId = useId()
  const left = useSyncExternalStore(
    listenToFolds,
    () => readFold(document.cookie, id),
    () => leftAtFirst,
  )
  const onPhone = useSyncExternalStore(listenToWidth, isOnPhone, () => null)
  // Nothing is said of it before that is known.
  const open = left ? left === 'open' : onPhone === null ? undefined : !onPhone

  function toggle() {
    const content = document.getElementById(contentId)
    storeFold(id, content && isShown(content) ? 'folded' : 'open')
  }
  return (
    <section
      aria-labelledby={id}
      data-fold={left ?? undefined}
      className={cn(
        'folds min-w-0 max-md:rounded-lg max-md:border max-md:border-border max-md:bg-card md:not-data-[fold=folded]:pb-6 md:data-[fold=folded]:flex-none!',
        className,
      )}
    >
      <h2 id={id} tabIndex={-1} className="text-lg tracking-tight max-md:text-sm max-md:tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={contentId}
          onClick={toggle}
          className="flex min-h-11 items-center gap-2 rounded-lg text-left hover:bg-muted max-md:w-full max-md:px-3 md:-ml-2 md:min-h-9 md:px-2"
        >
          {title}
          <ChevronDown aria-hidden className="size-4 shrink-0 max-md:ml-auto print:hidden" />
        </button>
      </h2>
      <div id={contentId} className="content-start gap-3 max-md:px-3 max-md:pb-3 max-[22rem]:px-0">
        {children}
      </div>
    </section>
  )
}
