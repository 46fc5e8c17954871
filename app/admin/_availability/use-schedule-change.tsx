'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Impact } from '@/lib/availability/impact'
import { useAdminAction } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'
import { undoChange } from './actions'
import { ImpactQuestion } from './impact-question'

/** A change to what is offered. */
export interface ScheduleChange {
  /** Does it. Without `agreed` it may say instead what it would affect. */
  action: (agreed: boolean) => Promise<ActionResult>
  /** The sentence for a response that never came. */
  failure: string
  /** The question, and what its yes is called. */
  title: string
  yes: string
  /** What else happens, for the question. */
  explain?: string
  /** Called when it is done: the place for the focus, where what was pressed goes. */
  onDone?: () => void
}

/** Makes changes to the schedule. One that affects bookings names them and asks first; `question` belongs in the page. */
export function useScheduleChange() {
  const { run, pending } = useAdminAction()
  const afterQuestion = useRef<(() => void) | undefined>(undefined)
  const [asked, setAsked] = useState<{ change: ScheduleChange; impact: Impact } | null>(null)

  function make(change: ScheduleChange, agreed: boolean) {
    run(
      () => change.action(agreed),
      change.failure,
      (result) => {
        setAsked(result.status === 'ask' ? { change, impact: result.impact } : null)
        if (result.status !== 'success') return
        // While the question stands it holds the focus.
        if (agreed) afterQuestion.current = change.onDone
        else change.onDone?.()
      },
      (undo) => run(() => undoChange(undo), change.failure),
    )
  }

  const question = asked && (
    <ImpactQuestion
      {...asked.change}
      impact={asked.impact}
      yes={
        <Button
          size="sm"
          variant="destructive"
          aria-disabled={pending}
          onClick={() => make(asked.change, true)}
        >
          {asked.change.yes}
        </Button>
      }
      onClose={() => setAsked(null)}
      onClosed={() => {
        afterQuestion.current?.()
        afterQuestion.current = undefined
      }}
    />
  )
  return { request: (change: ScheduleChange) => make(change, false), pending, question }
}
