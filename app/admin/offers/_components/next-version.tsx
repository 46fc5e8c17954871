'use client'

import { useEffect, useRef, useState } from 'react'
import { useStoredDraft } from '../../_components/use-stored-draft'
import { isTypedOffer } from './use-offer-draft'

interface NextVersionProps {
  id: string
  version: number
  startsOpen: boolean
  /** True if a link elsewhere on the page opens the form: then it has no summary to press. */
  isOpenedByLink: boolean
  children: React.ReactNode
}

/** A later version's form is folded unless it has an unsaved draft, and folds again after sending. */
export function NextVersion({ id, version, startsOpen, isOpenedByLink, children }: NextVersionProps) {
  const { draft: unsavedDraft } = useStoredDraft(`offer ${id}`, isTypedOffer)
  const [toggled, setToggled] = useState<{ version: number; isOpen: boolean } | null>(null)
  const summary = useRef<HTMLElement>(null)
  const previousVersion = useRef(version)
  const isFirst = version === 1
  // A version that was sent makes way for the next one, which nobody has opened or closed yet.
  const wasToggled = toggled?.version === version
  const isOpen = isFirst || (wasToggled ? toggled.isOpen : unsavedDraft !== null || startsOpen)

  useEffect(() => {
    // While another admin sends a version, what is typed here stays open.
    if (previousVersion.current === version || isOpen) return
    previousVersion.current = version
    // The dialog that asked before sending cannot return the focus to the pressed button, which is folded by now. So
    // the summary takes it once the dialog has closed, unless the admin has moved it elsewhere.
    let frame = 0
    const focusSummary = () => {
      const focused = document.activeElement
      if (focused?.closest('[role="alertdialog"]')) frame = requestAnimationFrame(focusSummary)
      else if (focused === document.body || summary.current?.parentElement?.contains(focused))
        summary.current?.focus()
    }
    focusSummary()
    return () => cancelAnimationFrame(frame)
  }, [version, isOpen])

  // The form stays mounted while folded, because its action may still run.
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setToggled({ version, isOpen: currentTarget.open })}
    >
      <summary
        ref={summary}
        hidden={isFirst || isOpenedByLink}
        className="mb-6 w-fit rounded text-base font-semibold underline-offset-3 hover:underline"
      >
        {`Write version ${version}`}
      </summary>
      {children}
    </details>
  )
}
