'use client'

import { createContext, use, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Impact } from '@/lib/availability/impact'
import { useAdminAction } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'
import { ImpactDialog } from './impact-dialog'

/** A change to what is offered. */
export interface ScheduleChange {
  /** Makes the change. Without `agreed` it may return what it would affect instead. */
  action: (agreed: boolean) => Promise<ActionResult>
  /** The error's sentence when no response comes. */
  failure: string
  /**
   * The title of the dialog that asks first, and the label of its confirming button. Absent when
   * nothing is asked.
   */
  title?: string
  confirmLabel?: React.ReactNode
  /** Other effects, for the dialog. */
  explain?: string
  /** Called when it is done, to move the focus away from a button that is removed. */
  onDone?: () => void
}

/** `request` makes a change; it does nothing while another is `pending`. */
type ScheduleChanges = { request: (change: ScheduleChange) => void; pending: boolean }

const ScheduleChangesContext = createContext<ScheduleChanges | null>(null)

/**
 * Makes changes to the schedule, one at a time. One that affects bookings names them and asks
 * first.
 */
export function ScheduleChangesProvider({ children }: { children: React.ReactNode }) {
  const { run, pending } = useAdminAction()
  const afterQuestion = useRef<(() => void) | undefined>(undefined)
  const [asked, setAsked] = useState<{ change: ScheduleChange; impact: Impact } | null>(null)

  function make(change: ScheduleChange, agreed: boolean) {
    run(() => change.action(agreed), {
      failure: change.failure,
      onResult(result) {
        setAsked('impact' in result ? { change, impact: result.impact } : null)
        if (result.status !== 'success') return
        // While the dialog is open it has the focus.
        if (agreed) afterQuestion.current = change.onDone
        else change.onDone?.()
      },
    })
  }

  return (
    <ScheduleChangesContext value={{ request: (change) => make(change, false), pending }}>
      {children}
      {asked && (
        <ImpactDialog
          title={asked.change.title ?? ''}
          explain={asked.change.explain}
          impact={asked.impact}
          confirm={
            <Button
              size="sm"
              variant="destructive"
              aria-disabled={pending}
              onClick={() => make(asked.change, true)}
            >
              {asked.change.confirmLabel}
            </Button>
          }
          onClose={() => setAsked(null)}
          onClosed={() => {
            afterQuestion.current?.()
            afterQuestion.current = undefined
          }}
        />
      )}
    </ScheduleChangesContext>
  )
}

/** Throws outside a `ScheduleChangesProvider`. */
export function useScheduleChanges(): ScheduleChanges {
  const changes = use(ScheduleChangesContext)
  if (!changes) throw new Error('useScheduleChanges must be used within a ScheduleChangesProvider')
  return changes
}
