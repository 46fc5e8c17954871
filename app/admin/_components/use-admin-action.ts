'use client'

import { startTransition, useState } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { dismissToast, showToast } from '@/components/toasts'
import { noResponse, type NoResponse } from '@/components/use-form-action'
import { openClosed, restoreDates, restoreRemoved } from '../_availability/actions'
import { takeBackSent, takeBackTold } from '../_notices/actions'
import { restoreBookings, restoreInquiries, undoReply } from '../_requests/actions'
import { cancelBooked, moveCall } from '../_requests/call-actions'
import type { ActionResult, Undo } from '../action-result'
import { isReachable } from './is-reachable'
import { useLive } from './live'
import { redirectToLogin } from './redirect-to-login'

const UNKNOWN = 'We do not know yet'
const LOST = 'The site’s response was lost, so it may have been done. We are looking.'
const LOOK = 'The page has been read again and shows how it stands now. If it was not done, try again.'
const LOOK_AGAIN_MS = 3_000

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
  /**
   * Finds out whether it was done, when the response was lost; null when that cannot be told. Without
   * it the page, which is read again, has to say so.
   */
  look?: () => Promise<Standing | null>
}

/** How something stands whose response was lost. */
export interface Standing {
  done: boolean
  message: string
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
        .catch((error: unknown) => unreachable(options, noResponse(error, wasOnline)))
        .finally(() => setRunning((count) => count - 1))
      options.onResult?.(result)
      report(result, options)
    })
  }

  function report(result: ActionResult, options: RunOptions) {
    const { failure, onUndo, retry } = options
    if (result.status === 'error' && result.lost) return void lookAgain(result, options)
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

  // Only the response may be lost: says so, and how it stands once the site can be reached.
  async function lookAgain(result: FailedAction, { retry, look }: RunOptions) {
    const id = `lost ${crypto.randomUUID()}`
    showToast({ tone: 'error', title: UNKNOWN, message: LOST, id })
    while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    const [found] = await Promise.all([look?.().catch(() => null), refresh()])
    dismissToast(id)
    const action = retry && { label: 'Try again', onPress: () => retry(result) }
    if (found?.done) showToast({ tone: 'success', message: found.message })
    else if (found) showToast({ tone: 'error', title: 'It was not done', message: found.message, action })
    else showToast({ tone: 'error', title: UNKNOWN, message: LOOK, action })
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
  if ('booked' in undo) return [() => cancelBooked(undo.booked), 'Failed to cancel the call']
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

function unreachable({ failure, failureIsTitle }: RunOptions, why: NoResponse): ActionResult {
  const outdated = why === 'outdated'
  const reason = outdated ? OUTDATED : 'The site could not be reached. Please try again.'
  const words = failureIsTitle ? { title: failure, message: reason } : { message: failure, detail: reason }
  return { status: 'error', ...words, outdated, lost: why === 'lost' }
}
