'use client'

import { startTransition, useState } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { showToast } from '@/components/toasts'
import { noResponse } from '@/components/use-form-action'
import { openClosed, restoreDates, restoreRemoved } from '../_availability/actions'
import { takeBackSent, takeBackTold } from '../_notices/actions'
import { restoreBookings, restoreInquiries, undoReply } from '../_requests/actions'
import { moveCall } from '../_requests/call-actions'
import type { ActionResult, Undo } from '../action-result'
import { useLive } from './live'
import { redirectToLogin } from './redirect-to-login'

export interface RunOptions {
  /** The error's sentence when no response comes. */
  failure: string
  /** Whether that sentence is the toast's title, above the reason. */
  failureIsTitle?: boolean
  /** Runs first, in the action's transition, for optimistic updates. */
  onStart?: () => void
  /** Gets the result before it is reported. */
  onResult?: (result: ActionResult) => void
  /** The same for when the user undoes it. */
  onUndo?: Pick<RunOptions, 'onStart' | 'onResult'>
  /**
   * Runs the server action again when it failed. Without `retry` the error toast has no button, but
   * for Undo when a part was done.
   */
  retry?: (result: FailedAction) => void
}

type FailedAction = Extract<ActionResult, { status: 'error' }>

/**
 * The hook behind every button and form of the admin: runs a server action and shows the result in
 * a toast, with Undo where it can be undone. Without a session it redirects to the sign-in. While
 * one runs, another is ignored, unless the hook is `parallel`.
 */
export function useAdminAction({ parallel = false } = {}) {
  // useTransition's `pending` also waits for a refresh that started in the meantime; presses would
  // be ignored until then.
  const [running, setRunning] = useState(0)
  const { refresh } = useLive()

  function run(action: () => Promise<ActionResult>, options: RunOptions) {
    if (running > 0 && !parallel) return
    setRunning((count) => count + 1)
    startTransition(async () => {
      options.onStart?.()
      const wasOnline = navigator.onLine
      const result = await action()
        .catch((error: unknown) => unreachable(options, noResponse(error, wasOnline) === 'outdated'))
        .finally(() => setRunning((count) => count - 1))
      options.onResult?.(result)
      report(result, options)
    })
  }

  function report(result: ActionResult, { failure, onUndo, retry }: RunOptions) {
    if (result.status === 'signed-out') redirectToLogin(failure)
    const undo = 'undo' in result ? result.undo : undefined
    const undoButton = undo && { label: 'Undo', onPress: () => runUndo(undo, onUndo) }
    if (result.status === 'error') {
      const retryButton = retry ? { label: 'Try again', onPress: () => retry(result) } : undoButton
      const button = result.outdated ? { label: 'Reload', onPress: () => location.reload() } : retryButton
      showToast({ tone: 'error', ...result, action: button })
      // The response may not include the page: read it again as soon as the site can be reached.
      if (!result.field) void refresh()
    }
    if (result.status === 'success')
      showToast({ tone: 'success', message: result.message, action: undoButton })
  }

  // Only the toast offers Undo. So when undoing fails, the next toast offers it again, for the
  // changes that failed.
  function runUndo(undo: Undo, onUndo: RunOptions['onUndo']) {
    const [action, failure] = undoOf(undo)
    const retry = ({ failedIds }: FailedAction) => runUndo(onlyFailed(undo, failedIds), onUndo)
    run(action, { failure, retry, ...onUndo })
  }

  return { run, pending: running > 0 }
}

/** The server action that undoes this, and the sentence for when no response comes. */
function undoOf(undo: Undo): [() => Promise<ActionResult>, string] {
  if ('bookings' in undo) return [() => restoreBookings(undo.bookings), 'Failed to update booking status']
  if ('inquiries' in undo) return [() => restoreInquiries(undo.inquiries), 'Failed to update inquiry status']
  if ('reply' in undo) return [() => undoReply(undo.reply), 'Failed to take the reply back']
  if ('replies' in undo) return [() => takeBackSent(undo.replies), 'Failed to take it back']
  if ('closed' in undo) return [() => openClosed(undo.closed), 'Failed to update date availability']
  if ('opened' in undo) return [() => restoreDates(undo.opened), 'Failed to update date availability']
  if ('moved' in undo) return [() => moveCall(undo.moved), 'Failed to move the call']
  if ('told' in undo) return [() => takeBackTold(undo.told), 'Failed to undo it']
  return [() => restoreRemoved(undo.removed), 'Failed to update recurring availability']
}

/** The part of `undo` that failed. */
function onlyFailed(undo: Undo, failedIds?: string[]): Undo {
  const failed = ({ id }: { id: string }) => !failedIds || failedIds.includes(id)
  if ('bookings' in undo) return { bookings: undo.bookings.filter(failed) }
  if ('inquiries' in undo) return { inquiries: undo.inquiries.filter(failed) }
  return undo
}

function unreachable({ failure, failureIsTitle }: RunOptions, outdated: boolean): ActionResult {
  const reason = outdated ? OUTDATED : 'The site could not be reached. Please try again.'
  const words = failureIsTitle ? { title: failure, message: reason } : { message: failure, detail: reason }
  return { status: 'error', ...words, outdated }
}
