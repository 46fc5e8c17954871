'use client'

import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readStorage } from '@/lib/browser-storage'
import { cn } from '@/lib/utils'
import { type Fold, readFolds, storeFold } from './folds'
import { useLive } from './live'
import { ReadFailure } from './read-failure'

interface FoldingSectionProps {
  /** The id of the heading. */
  id: Fold
  title: string
  isOpen: boolean
  /** The keys of what may have been typed in it and not saved: then it opens. */
  drafts: string[]
  className?: string
  /** Null when it was not read, because it was folded. */
  children: React.ReactNode
}

/** A section of the page that its heading opens and folds. What was folded is read when it is opened. */
export function FoldingSection({ id, title, isOpen, drafts, className, children }: FoldingSectionProps) {
  const { refresh } = useLive()
  const details = useRef<HTMLDetailsElement>(null)
  const left = useRef(isOpen)
  const [isFailed, setIsFailed] = useState(false)
  const keys = drafts.join('\n')

  useEffect(() => {
    // At first it is open until there are hours; it does not fold while somebody works in it.
    if (left.current && readFolds(document.cookie)[id] === null) storeFold(id, true, false)
    const isTyped = keys.split('\n').some((key) => readStorage('sessionStorage', key) !== null)
    if (location.hash === `#${id}` || isTyped) details.current?.setAttribute('open', '')
  }, [id, keys])

  function follow() {
    const isOpen = details.current?.open ?? false
    if (isOpen === left.current) return
    left.current = isOpen
    storeFold(id, isOpen)
    setIsFailed(false)
    if (isOpen && !children) void refresh().shown.then(() => setIsFailed(true))
  }

  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={follow}
      aria-labelledby={id}
      className={cn(
        'group/fold min-w-0 max-md:rounded-lg max-md:border max-md:border-border max-md:bg-card md:not-open:flex-none! md:open:pb-6 not-open:print:hidden',
        className,
      )}
    >
      <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-lg hover:bg-muted max-md:w-full max-md:px-3 md:-ml-2 md:min-h-9 md:px-2 [&::-webkit-details-marker]:hidden">
        <h2 id={id} tabIndex={-1} className="text-lg tracking-tight max-md:text-sm max-md:tracking-normal">
          {title}
        </h2>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 transition-[rotate] duration-150 group-open/fold:rotate-180 max-md:ml-auto print:hidden"
        />
      </summary>
      <div className="grid content-start gap-3 pt-2 max-md:px-3 max-md:pb-3 max-[22rem]:px-0">
        {children ??
          (isFailed ? (
            <ReadFailure sentence="Failed to load admin data." />
          ) : (
            <p role="status">Loading...</p>
          ))}
      </div>
    </details>
  )
}
