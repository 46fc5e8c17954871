'use client'

import { createContext, use } from 'react'
import type { Asking } from '@/lib/requests/asking'
import type { ActionResult, Next, Question } from '../action-result'

export interface OpenQuestion {
  question: Question
  /** Runs the `yes` action; settles once its result is reported. */
  onYes?: () => Promise<void>
  /** Runs the `other` action; settles likewise. */
  onOther?: () => Promise<void>
  /** The id of the element that gets the focus afterwards, if the pressed element is gone. */
  focusAfter?: string
}

export interface OpenAsking {
  asking: Asking
  focusAfter?: string
}

export interface ActionHost {
  runFollowUp: (next: Next) => Promise<ActionResult>
  /** Replaces the open dialog with this one. */
  ask: (open: OpenQuestion | OpenAsking) => void
}

export const ActionHostContext = createContext<ActionHost | null>(null)

/** Throws outside an `ActionHostProvider`. */
export function useActionHost(): ActionHost {
  const host = use(ActionHostContext)
  if (!host) throw new Error('useActionHost must be used within an ActionHostProvider')
  return host
}
