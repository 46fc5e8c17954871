'use client'

import { useState } from 'react'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import type { Impact } from '@/lib/availability/impact'
import { ImpactNotice } from './impact-notice'

interface ImpactQuestionProps {
  title: string
  /** What else happens. */
  explain?: string
  impact: Impact
  /** The button that does it; left out where it cannot be done. */
  yes: React.ReactNode
  onClose: () => void
  /** The id of what gets the focus when that is gone. */
  focusAfter?: string
  /** Called when it has closed and the focus is back. */
  onClosed?: () => void
}

/** Asks before times go. It opens on the safe button and gives the focus back to what was pressed. */
export function ImpactQuestion({
  title,
  explain,
  impact,
  yes,
  focusAfter,
  onClose,
  onClosed,
}: ImpactQuestionProps) {
  // Radix gives the focus back to a trigger, and this is opened by state.
  const [pressed] = useState(() => document.activeElement)
  return (
    <AlertDialog open onOpenChange={onClose}>
      <AlertDialogContent
        className="max-h-[calc(100dvh-2rem)] overflow-y-auto"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          const target = pressed?.isConnected ? pressed : document.getElementById(focusAfter ?? '')
          if (target instanceof HTMLElement) target.focus()
          onClosed?.()
        }}
      >
        <AlertDialogTitle>
          {impact.isInUse ? title.replace(/^Delete (.*)\?$/, '$1 cannot be deleted') : title}
        </AlertDialogTitle>
        <AlertDialogDescription asChild>
          <div className="grid gap-2">
            {explain && !impact.isInUse && <p>{explain}</p>}
            <ImpactNotice impact={impact} />
            {impact.isInUse && <p>Take it off its weekdays instead: nobody can book it then.</p>}
          </div>
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel asChild>
            <Button size="sm" variant="outline">
              {impact.isInUse ? 'Close' : 'Keep as it is'}
            </Button>
          </AlertDialogCancel>
          {!impact.isInUse && yes}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
