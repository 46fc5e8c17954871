'use client'

import { useEffect, useRef, useState } from 'react'
import { useStoredDraft } from '../../_components/use-stored-draft'
import { isTypedOffer } from './use-offer-draft'

interface NextVersionProps {
  /** The request's id. */
  id: string
  /** The number of the version that would be sent. */
  version: number
  /** Whether the next version stands open at first. */
  isBegun: boolean
  children: React.ReactNode
}

/**
 * The form of the first version; or folded, that of the next one, which folds again when it was sent.
 * What was typed before a reload stands open.
 */
export function NextVersion({ id, version, isBegun, children }: NextVersionProps) {
  const { isRestored } = useStoredDraft(`offer ${id}`, isTypedOffer)
  const [chosen, setChosen] = useState<{ version: number; isOpen: boolean } | null>(null)
  const summary = useRef<HTMLElement>(null)
  const before = useRef(version)
  const isFirst = version === 1
  const isOpen = isFirst || (chosen?.version === version ? chosen.isOpen : isRestored || isBegun)

  useEffect(() => {
    if (before.current === version) return
    before.current = version
    // What was pressed is folded away now, so the focus cannot go back to it once the question has closed.
    let frame = 0
    const look = () => {
      const focused = document.activeElement
      if (focused?.closest('[role="alertdialog"]')) frame = requestAnimationFrame(look)
      else if (focused === document.body || summary.current?.parentElement?.contains(focused))
        summary.current?.focus()
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [version])

  // The form stays mounted, because what it sends may still be on its way.
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setChosen({ version, isOpen: currentTarget.open })}
    >
      <summary
        ref={summary}
        hidden={isFirst}
        className="mb-6 w-fit rounded text-base font-semibold underline-offset-3 hover:underline"
      >
        {`Write version ${version}`}
      </summary>
      {children}
    </details>
  )
}
