'use client'

import { ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readStorage } from '@/lib/browser-storage'
import { cn } from '@/lib/utils'
import { type Fold, nameFold, readFolds, storeFold } from './folds'
import { useLive } from './live'
import { ReadFailure } from './read-failure'

interface FoldingSectionProps {
  /** The id of the heading. */
  id: Fold
  title: string
  /** True if the server rendered the section open. */
  isOpen: boolean
  /** The sessionStorage keys of the section's drafts. A stored draft opens the section. */
  drafts: string[]
  className?: string
  /** The content; null if the server has not read it, because all sections were folded. */
  children: React.ReactNode
}

/**
 * A section of the page that folds. Opening the section refreshes the page, so that the server reads its
 * content.
 */
export function FoldingSection({ id, title, drafts, className, children, ...props }: FoldingSectionProps) {
  const { refresh } = useLive()
  const details = useRef<HTMLDetailsElement>(null)
  // Starts with `props.isOpen` and ignores its later values: a page rendered before a press can arrive after
  // it.
  const [isOpen, setOpen] = useState(props.isOpen)
  const [isFailed, setIsFailed] = useState(false)
  const isAtFirst = useRef(props.isOpen)
  const keys = drafts.join('\n')

  const readFold = () => readFolds(document.cookie, new URLSearchParams(location.search).get('open'))[id]

  const hydrate = useEffectEvent(() => {
    // The admin may have opened or folded the section before hydration.
    const now = details.current?.open ?? false
    if (now !== isOpen) storeFold(id, now)
    onToggle()
  })
  useEffect(() => hydrate(), [])
  const openAtFirst = useEffectEvent(() => {
    // While the studio has no hours, the server opens every section. The cookie keeps this section open
    // afterwards.
    if (isAtFirst.current && readFold() === null) storeFold(id, true, false)
    if (keys.split('\n').some((key) => readStorage('sessionStorage', key) !== null))
      details.current?.setAttribute('open', '')
  })
  useEffect(() => openAtFirst(), [id, keys])

  /** Remembers a press on the heading, in place of what the address names. */
  function onPress() {
    storeFold(id, !details.current?.open)
    nameFold(id, false)
  }

  function onToggle() {
    const now = details.current?.open ?? false
    if (now === isOpen) return
    setOpen(now)
    // A link or a draft has opened the section: for this visit alone.
    if (now && !readFold()) nameFold(id, true)
    setIsFailed(false)
    if (now && !children) void refresh().then(() => setIsFailed(true))
  }

  return (
    <details
      ref={details}
      data-fold
      open={isOpen}
      onToggle={onToggle}
      aria-labelledby={id}
      className={cn(
        'group/fold min-w-0 shrink-0 not-open:grow-0! not-open:basis-auto! open:pb-3 not-open:print:hidden',
        className,
      )}
    >
      <summary
        onClick={onPress}
        className="-ml-2 flex min-h-9 w-fit list-none items-center gap-2 rounded-lg px-2 whitespace-nowrap text-muted-foreground group-open/fold:text-foreground hover:text-foreground [&::-webkit-details-marker]:hidden"
      >
        <h2
          id={id}
          tabIndex={-1}
          className="text-sm font-medium group-open/fold:text-base group-open/fold:font-semibold group-open/fold:tracking-tight"
        >
          {title}
        </h2>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 transition-[rotate] duration-150 group-open/fold:rotate-180 print:hidden"
        />
      </summary>
      <div className="grid content-start gap-3 pt-2">
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
