'use client'

import { useEffect, useRef, useState } from 'react'
import { useStoredDraft } from '../../_components/use-stored-draft'
import { isTypedOffer } from './use-offer-draft'

interface NextVersionProps {
  id: string
  version: number
  isBegun: boolean
  /** True if a button elsewhere opens the form. */
  hasDoor: boolean
  children: React.ReactNode
}

/** A later version's form is folded unless it has an unsaved draft, and folds again after sending. */
export function NextVersion({ id, version, isBegun, hasDoor, children }: NextVersionProps) {
  const { draft } = useStoredDraft(`offer ${id}`, isTypedOffer)
  const [chosen, setChosen] = useState<{ version: number; isOpen: boolean } | null>(null)
  const summary = useRef<HTMLElement>(null)
  const before = useRef(version)
  const isFirst = version === 1
  const isOpen = isFirst || (chosen?.version === version ? chosen.isOpen : draft !== null || isBegun)

  useEffect(() => {
    // While another admin sends a version, what is typed here stays open.
    if (before.current === version || isOpen) return
    before.current = version
    // The dialog cannot return the focus, because the form with the pressed button is folded by now.
    let frame = 0
    const look = () => {
      const focused = document.activeElement
      if (focused?.closest('[role="alertdialog"]')) frame = requestAnimationFrame(look)
      else if (focused === document.body || summary.current?.parentElement?.contains(focused))
        summary.current?.focus()
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [version, isOpen])

  // The form stays mounted while folded, because its action may still run.
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setChosen({ version, isOpen: currentTarget.open })}
    >
      <summary
        ref={summary}
        hidden={isFirst || hasDoor}
        className="mb-6 w-fit rounded text-base font-semibold underline-offset-3 hover:underline"
      >
        {`Write version ${version}`}
      </summary>
      {children}
    </details>
  )
}
