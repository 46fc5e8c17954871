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
  /** The error's sentence when no response comes. */
  failure: string
  /** Whether that sentence is the toast's title, above the reason. */
  failureIsTitle?: boolean
  /** Runs first, in the action's transition, for optimistic updates. */
  onStart?: () => void
  /** Gets the result before it is reported. */
  onResult?: (result: ActionResult) => void
  /** The same for when it is undone, or done after a question; without `onYes` as at first. */
  onUndo?: Pick<RunOptions, 'onStart' | 'onResult'>
  onYes?: Pick<RunOptions, 'onStart' | 'onResult'>
  /** A second button in the toast when it was done, or a part of it. */
  cancel?: Toast['cancel']
  /** The id of the element that gets the focus after a question, if what was pressed is gone. */
  focusAfter?: string
  /** Whether it is offered again when it failed, or when that is not known: it is safe to do twice. */
  repeats?: boolean
}

/** The id of the toast whose button does this next. Dismiss it when the same is done elsewhere. */
export const toastOf = (next: Next) => JSON.stringify(next)

/**
 * The hook behind every button and form of the admin: runs a server action, shows the result in a toast or
 * a question, with what can be done next, and has the page read again. While one runs, another is ignored,
 * unless the hook is `parallel`.
 */
export function useAdminAction({ parallel = false } = {}) {
  // useTransition's `pending` also waits for the page; presses would be ignored until then. The ref,
  // because two presses can come before the state is rendered.
  const [running, setRunning] = useState(0)
  const started = useRef(0)
  const { refresh, during } = useLive()
  const host = useActionHost()

  /** Settles when the result was reported. */
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
        // The transition ends when the page is asked for, so that what was shown ahead lasts until it is there.
        if (!('problem' in result || 'isLost' in result || 'isSignedOut' in result)) await refresh().asked
      })
    })
  }

  function report(result: ActionResult, action: () => Promise<ActionResult>, options: RunOptions) {
    const next = (label: string, what: () => Promise<ActionResult>, how: RunOptions): Toast['action'] => {
      let isPressed = false // two clicks can come before the toast has gone
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
