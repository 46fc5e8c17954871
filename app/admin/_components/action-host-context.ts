import { createContext, use } from 'react'
import type { ActionResult, FollowUp, Question } from '../action-result'

export interface OpenQuestion {
  question: Question
  /** Runs the action of the answer `yes`; settles after the result is shown. */
  onYes?: () => Promise<void>
  /**
   * The id of the element to focus when the dialog closes after an action has run, or if the pressed button is
   * gone.
   */
  focusAfter?: string
}

export interface ActionHost {
  runFollowUp: (followUp: FollowUp) => Promise<ActionResult>
  /** Opens a dialog; an open dialog is replaced. */
  ask: (open: OpenQuestion) => void
}

export const ActionHostContext = createContext<ActionHost | null>(null)

export function useActionHost(): ActionHost {
  const host = use(ActionHostContext)
  if (!host) throw new Error('useActionHost must be used within an ActionHostProvider')
  return host
}
