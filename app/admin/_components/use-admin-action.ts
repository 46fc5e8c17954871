'use client'

import { startTransition, useRef, useState } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { showToast, type Toast } from '@/components/toasts'
import { type NoResponse, noResponse } from '@/components/use-form-action'
import { ASK, ASK_FAILURE } from '@/lib/requests/asking'
import type { ActionResult, Failure, Next } from '../action-result'
import { useActionHost } from './action-host-context'
import { untilReachable } from './is-reachable'
import { useLive } from './live'
import { redirectToLogin } from './redirect-to-login'

const UNKNOWN = 'We do not know whether it was done.'
const NOT_REACHED = 'The site could not be reached. Please try again.'

export interface RunOptions {
  /** The error shown when no response arrives. */
  failure: string
  /** True to show that error as the toast's title, above the reason. */
  failureIsTitle?: boolean
  /** Runs first, in the action's transition, for optimistic updates. */
  onStart?: () => void
  /** Gets the result before it is reported. */
  onResult?: (result: ActionResult) => void
  /**
   * Options for the undo, and for the run after a question. Without `onYes`, that run uses the original
   * options.
   */
  onUndo?: Pick<RunOptions, 'onStart' | 'onResult'>
  onYes?: Pick<RunOptions, 'onStart' | 'onResult'>
  /** A second button in the toast after a full or partial success. */
  cancel?: Toast['cancel']
  /** The id of the element that gets the focus after a question, if the pressed element is gone. */
  focusAfter?: string
  /** True for an idempotent action: the toast offers a retry after a failure or an unknown result. */
  repeats?: boolean
}

/**
 * The id of the toast with the button for this follow-up action. Dismiss it when the action runs elsewhere.
 */
export const toastOf = (next: Next) => JSON.stringify(next)

/**
 * The hook behind every button and form of the admin: runs a server action, shows its result in a toast or a
 * question with the follow-up actions, and refreshes the page. It ignores a second action while one runs,
 * unless it is `parallel`.
 */
export function useAdminAction({ parallel = false } = {}) {
  // Not useTransition's `pending`, which also waits for the page and would block presses until then. The ref
  // is there because two presses can arrive before the state is rendered.
  const [running, setRunning] = useState(0)
  const started = useRef(0)
  const { refresh, during } = useLive()
  const host = useActionHost()

  /** Settles once the result is reported. */
  function start(action: () => Promise<ActionResult>, options: RunOptions): Promise<void> {
    if (started.current > 0 && !parallel) return Promise.resolve()
    setRunning((started.current += 1))
    return new Promise((settle) => {
      startTransition(async () => {
        options.onStart?.()
        const wasOnline = navigator.onLine
        const result = await during(action())
          .catch((error: unknown) => withoutResponse(options, noResponse(error, wasOnline)))
          .finally(() => setRunning((started.current -= 1)))
        options.onResult?.(result)
        report(result, action, options)
        settle()
        // The transition stays open until the refresh begins, so that optimistic updates last until the new
        // page is there.
        if (!('problem' in result || 'isLost' in result || 'isSignedOut' in result)) await refresh().asked
      })
    })
  }

  function report(result: ActionResult, action: () => Promise<ActionResult>, options: RunOptions) {
    const next = (label: string, what: () => Promise<ActionResult>, how: RunOptions): Toast['action'] => {
      let isPressed = false // two clicks can arrive before the toast is gone
      const onPress = () => {
        if (!isPressed) void start(what, how)
        isPressed = true
      }
      return { label, onPress }
    }
    const undo = (undone: Next | undefined) =>
      undone &&
      next('Undo', () => host.runFollowUp(undone), {
        failure: 'It was not undone',
        repeats: true,
        ...options.onUndo,
      })

    if ('isSignedOut' in result) redirectToLogin()
    else if ('isLost' in result)
      void reportLost(options.repeats ? next('Try again', action, options) : undefined)
    else if (!('message' in result) && 'asking' in result)
      host.ask({ asking: result.asking, focusAfter: options.focusAfter })
    else if ('question' in result) {
      const { question, yes, other } = result
      const goOn = (way: Next | undefined) =>
        way && (() => start(() => host.runFollowUp(way), { ...options, ...options.onYes }))
      host.ask({ question, onYes: goOn(yes), onOther: goOn(other), focusAfter: options.focusAfter })
    } else if ('problem' in result) showToast({ tone: 'error', message: result.problem })
    else if ('failed' in result) {
      const { failed: message, title, again, isOutdated, failedIds } = result
      const button = isOutdated
        ? { label: 'Reload', onPress: () => location.reload() }
        : again
          ? next('Try again', () => host.runFollowUp(again), options)
          : result.isOffline || options.repeats
            ? next('Try again', action, options)
            : undo(result.undo)
      const detail = isOutdated ? OUTDATED : result.detail
      showToast({
        tone: 'error',
        title,
        message,
        detail,
        action: button,
        cancel: failedIds && options.cancel,
      })
    } else {
      const id = result.undo && toastOf(result.undo)
      const { asking } = result
      const ask =
        asking && next(ASK, () => host.runFollowUp(['readAsking', asking.dates]), { failure: ASK_FAILURE })
      showToast({
        tone: 'success',
        message: result.message,
        id,
        action: undo(result.undo),
        cancel: ask ?? options.cancel,
      })
      if (asking) host.ask({ asking, focusAfter: options.focusAfter })
    }
  }

  async function reportLost(again: Toast['action']) {
    const id = `lost ${crypto.randomUUID()}`
    showToast({
      tone: 'error',
      message: UNKNOWN,
      detail: 'The site’s response was lost. We are looking.',
      id,
    })
    await untilReachable()
    await refresh().shown
    showToast({ tone: 'error', message: UNKNOWN, detail: 'The page shows how it stands.', id, action: again })
  }

  const run = (action: () => Promise<ActionResult>, options: RunOptions) => void start(action, options)
  return { run, pending: running > 0 }
}

function withoutResponse({ failure, failureIsTitle }: RunOptions, why: NoResponse): ActionResult {
  if (why === 'lost') return { isLost: true }
  const sentence: Failure = failureIsTitle
    ? { title: failure, failed: NOT_REACHED }
    : { failed: failure, detail: NOT_REACHED }
  return { ...sentence, isOutdated: why === 'outdated', isOffline: why === 'offline' }
}
