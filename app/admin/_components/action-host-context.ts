import { createContext, use } from 'react'
import type { CallsToAsk } from '@/lib/requests/asking'
import type { ActionResult, FollowUp, Question } from '../action-result'

export interface OpenQuestion {
  question: Question
  /** Runs the `yes` action; settles when its result has been shown. */
  onYes?: () => Promise<void>
  /** Runs the `other` action; settles when its result has been shown. */
  onOther?: () => Promise<void>
  /** The id of the element to focus on closing, if the pressed element is gone. */
  focusAfter?: string
}

export interface OpenAskDialog {
  callsToAsk: CallsToAsk
  focusAfter?: string
}

export interface ActionHost {
  runFollowUp: (followUp: FollowUp) => Promise<ActionResult>
  /** Opens a dialog, in place of an open one. */
  ask: (open: OpenQuestion | OpenAskDialog) => void
}

export const ActionHostContext = createContext<ActionHost | null>(null)

/** Throws outside an `ActionHostProvider`. */
export function useActionHost(): ActionHost {
  const host = use(ActionHostContext)
  if (!host) throw new Error('useActionHost must be used within an ActionHostProvider')
  return host
}
