'use client'

import { startTransition, useState } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { showToast } from '@/components/toasts'
import { noResponse, type NoResponse } from '@/components/use-form-action'
import type { ActionResult, Undo } from '../action-result'
import { redirectToLogin } from './redirect-to-login'

/** The result of an action that returned nothing, with the sentence that says what failed. */
export function unreachable(failure: string, why: NoResponse): ActionResult {
  const detail = why === 'outdated' ? OUTDATED : 'The site could not be reached. Please try again.'
  return { status: 'error', message: failure, detail }
}

/** What became of an action that has just been called, also when it could not be reached. */
export function settle(action: Promise<ActionResult>, failure: string): Promise<ActionResult> {
  const wasOnline = navigator.onLine
  return action.catch((error: unknown) => unreachable(failure, noResponse(error, wasOnline)))
}

/**
 * Says what became of an action, in one toast: with its undoing by `undo`, or when it failed with `again`. Without a session it leads to the
 * sign-in.
 */
export function report(result: ActionResult, undo?: () => void, again?: () => void): void {
  if (result.status === 'signed-out') redirectToLogin()
  if (result.status === 'error') {
    const action = again && { label: 'Try again', onPress: again }
    showToast({ tone: 'error', ...result, action })
  }
  if (result.status === 'success') {
    const action = undo && { label: 'Undo', onPress: undo }
    showToast({ tone: 'success', message: result.message, action })
  }
}

interface Afterwards {
  /** Gets the result before it is reported. */
  onResult?: (result: ActionResult) => void
  /** Runs when the person takes it back. */
  onUndo?: (undo: Undo) => void
  /** Runs when they try once more what failed; without it the message offers nothing. */
  again?: () => void
}

/**
 * Runs an action behind a button and reports its result. `failure` is the sentence for a response that never came. A second press while one is
 * under way does nothing.
 */
export function useAdminAction() {
  // Not a transition's own `pending`: that lasts until a refresh of the page that began meanwhile is shown, and presses would be lost until then.
  const [pending, setPending] = useState(false)

  function run(
    action: () => Promise<ActionResult>,
    failure: string,
    { onResult, onUndo, again }: Afterwards = {},
  ) {
    if (pending) return
    setPending(true)
    startTransition(async () => {
      const result = await settle(action(), failure).finally(() => setPending(false))
      onResult?.(result)
      const undo = result.status === 'success' && result.undo
      report(result, undo && onUndo ? () => onUndo(undo) : undefined, again)
    })
  }
  return { run, pending }
}
