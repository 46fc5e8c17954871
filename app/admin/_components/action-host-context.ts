import { createContext, use } from 'react'
import type { ActionResult, FollowUp, Question } from '../action-result'

export interface OpenQuestion {
  question: Question
  /** Runs the action of the answer Yes. Its promise settles once the page shows the result; then the dialog closes. */
  onYes?: () => Promise<void>
  /** The id of the element to focus after an action has run, or if the pressed button is gone. */
  focusAfter?: string
}

/** Shows the questions of actions in one dialog, and runs the actions that toasts and answers name (`FollowUp`). */
export interface ActionHost {
  runFollowUp: (followUp: FollowUp) => Promise<ActionResult>
  /** Replaces an open dialog. */
  ask: (open: OpenQuestion) => void
}

export const ActionHostContext = createContext<ActionHost | null>(null)

export function useActionHost(): ActionHost {
  const host = use(ActionHostContext)
  if (!host) throw new Error('useActionHost must be used within an ActionHostProvider')
  return host
}
