'use client'

import { useTransition } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { showToast } from '@/components/toasts'
import { noResponse, type NoResponse } from '@/components/use-form-action'
import type { Outcome, Undo } from '../outcome'
import { leaveToLogin } from './leave-to-login'
import { useLive } from './live'

/** The outcome of an action that returned nothing, with the sentence that says what failed. */
export function unreachable(failure: string, why: NoResponse): Outcome {
  const detail = why === 'outdated' ? OUTDATED : 'The site could not be reached. Please try again.'
  return { status: 'error', message: failure, detail }
}

/** Says what became of an action, in one toast, with its undoing by `onUndo`; without a session it leads to the sign-in. */
export function report(outcome: Outcome, onUndo?: (undo: Undo) => void): void {
  if (outcome.status === 'signed-out') leaveToLogin()
  if (outcome.status === 'success') {
    const { message, undo } = outcome
    const action = undo && onUndo && { label: 'Undo', onPress: () => onUndo(undo) }
    showToast({ tone: 'success', title: 'Success', message, action })
  }
  if (outcome.status === 'error') {
    showToast({
      tone: 'error',
      title: outcome.title ?? 'Error',
      message: outcome.message,
      detail: outcome.detail,
    })
  }
}

/**
 * Runs an action behind a button, reports its outcome and asks for fresh data. `failure` is the sentence for an answer that never came;
 * `onAnswer` gets the outcome before it is reported, `onUndo` runs when the person takes it back. A second press while one is under way does nothing.
 */
export function useDeskAction() {
  const [pending, startTransition] = useTransition()
  const { refresh } = useLive()

  function run(
    action: () => Promise<Outcome>,
    failure: string,
    onAnswer?: (outcome: Outcome) => void,
    onUndo?: (undo: Undo) => void,
  ) {
    if (pending) return
    const wasOnline = navigator.onLine
    startTransition(async () => {
      const outcome = await action().catch((error: unknown) =>
        unreachable(failure, noResponse(error, wasOnline)),
      )
      onAnswer?.(outcome)
      report(outcome, onUndo)
      refresh()
    })
  }
  return { run, pending }
}
