'use client'

import { createContext, use } from 'react'
import type { Asking } from '@/lib/requests/asking'
import type { ActionResult, Next, Question } from '../action-result'

export interface OpenQuestion {
  question: Question
  /** Does it; settles when that was reported. */
  onYes?: () => Promise<void>
  /** The same for the other way. */
  onOther?: () => Promise<void>
  /** The id of the element that gets the focus afterwards, if what was pressed is gone. */
  focusAfter?: string
}

export interface OpenAsking {
  asking: Asking
  focusAfter?: string
}

export interface ActionHost {
  runFollowUp: (next: Next) => Promise<ActionResult>
  /** Shows a question, or who can be asked for another time, in place of what is open. */
  ask: (open: OpenQuestion | OpenAsking) => void
}

export const ActionHostContext = createContext<ActionHost | null>(null)

/** Throws outside an `ActionHostProvider`. */
export function useActionHost(): ActionHost {
  const host = use(ActionHostContext)
  if (!host) throw new Error('useActionHost must be used within an ActionHostProvider')
  return host
}
