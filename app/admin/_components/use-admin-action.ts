'use client'

import { startTransition, useRef, useState } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { dismissToast, showToast } from '@/components/toasts'
import { noResponse } from '@/components/use-form-action'
import type { ActionResult, Failure } from '../action-result'
import type { Next } from '../next-actions'
import { useActionHost } from './action-host'
import { isReachable } from './is-reachable'
import { forgetResult, storeResult } from './last-result'
import { useLive } from './live'
import { notePress, redirectToLogin } from './redirect-to-login'

const UNKNOWN = 'We do not know yet'
const LOST = 'The site’s response was lost, so it may have been done. We are looking.'
const LOOK = 'The page has been read again and shows how it stands now. If it was not done, try again.'
const NOT_REACHED = 'The site could not be reached. Please try again.'
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
  /** The same for when it is undone, or done after a question; without `onYes` as at first. */
  onUndo?: Pick<RunOptions, 'onStart' | 'onResult'>
  onYes?: Pick<RunOptions, 'onStart' | 'onResult'>
  /** A second button in the toast when it was done, or a part of it. */
  cancel?: { label: string; onPress: () => void }
  /** The id of the element that gets the focus after a question, if what was pressed is gone. */
  focusAfter?: string
  /**
   * Finds out whether it was done, when the response was lost; null when that cannot be told. Without
   * it the page, which is read again, has to say so.
   */
  look?: () => Promise<Found | null>
}

/** How something stands whose response was lost; `done` is null when only the person can find out. */
export interface Found {
  done: boolean | null
  message: string
}

/** The id of the toast whose button does this next. Dismiss it when the same is done elsewhere. */
export const toastOf = (next: Next) => JSON.stringify(next)

/** More than the action's own options: what is offered again when no response comes, and its title. */
type Run = RunOptions & { again?: Next; unknown?: string }

/**
 * The hook behind every button and form of the admin: runs a server action and shows the result in a
 * toast or a question, with what can be done next. Without a session it redirects to the sign-in.
 * While one runs, another is ignored, unless the hook is `parallel`.
 */
export function useAdminAction({ parallel = false } = {}) {
  // useTransition's `pending` also waits for a refresh that started in the meantime; presses would
  // be ignored until then. The ref, because two presses can come before the state is rendered.
  const [running, setRunning] = useState(0)
  const started = useRef(0)
  const { refresh, watch } = useLive()
  const host = useActionHost()

  /** Settles when the result was reported. */
  function start(action: () => Promise<ActionResult>, options: Run): Promise<void> {
    if (started.current > 0 && !parallel) return Promise.resolve()
    setRunning((started.current += 1))
    return new Promise((settle) => {
      startTransition(async () => {
        options.onStart?.()
        const wasOnline = navigator.onLine
        notePress(options.failure)
        const result = await watch(action())
          .catch((error: unknown) => withoutResponse(options, noResponse(error, wasOnline)))
          .finally(() => {
            notePress(undefined)
            setRunning((started.current -= 1))
          })
        options.onResult?.(result)
        report(result, options)
        settle()
      })
    })
  }

  function report(given: ActionResult, options: Run) {
    // What was tried again, or was to be undone, stays offered, also over a reload.
    const result = 'failed' in given ? { again: options.again, ...given } : given
    const onDismiss = () => forgetResult(result)
    if ('isLost' in result) void lookAgain(options)
    else if ('isSignedOut' in result) redirectToLogin(options.failure)
    else if ('question' in result) {
      const { yes } = result
      const onYes = yes && (() => start(() => host.doNext(yes), { ...options, ...options.onYes }))
      host.ask({ question: result.question, onYes, focusAfter: options.focusAfter })
    } else if ('problem' in result) showToast({ tone: 'error', message: result.problem })
    else if ('failed' in result) {
      const { failed: message, title, isOutdated, failedIds } = result
      const detail = isOutdated ? OUTDATED : result.detail
      const reload = { label: 'Reload', onPress: () => location.reload() }
      showToast({
        tone: 'error',
        title,
        message,
        detail,
        action: isOutdated ? reload : nextButton(result, options),
        cancel: failedIds && options.cancel,
        onDismiss,
      })
      // The response may not include the page: read it again as soon as the site can be reached.
      void refresh()
    } else {
      const { message, undo } = result
      const action = nextButton({ undo }, options)
      showToast({
        tone: 'success',
        message,
        id: undo && toastOf(undo),
        action,
        cancel: options.cancel,
        onDismiss,
      })
    }
    storeResult(result)
  }

  /** 'Try again' or 'Undo', which does it once. */
  function nextButton({ undo, again }: { undo?: Next; again?: Next }, options: Run) {
    const next = again ?? undo
    if (!next) return undefined
    let pressed = false
    const onPress = () => {
      if (pressed) return
      pressed = true
      storeResult(null)
      void start(() => host.doNext(next), again ? { ...options, again } : undoing(next, options))
    }
    return { label: again ? 'Try again' : 'Undo', onPress }
  }

  // Only the response may be lost: says so, and how it stands once the site can be reached.
  async function lookAgain({ look, again, unknown = UNKNOWN, ...options }: Run) {
    const id = `lost ${crypto.randomUUID()}`
    showToast({ tone: 'error', title: unknown, message: LOST, id })
    while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    const [found] = await Promise.all([look?.().catch(() => null), refresh()])
    dismissToast(id)
    const action = nextButton({ again }, { ...options, look, unknown })
    const title = found?.done === false ? 'It was not done' : unknown
    if (found?.done) showToast({ tone: 'success', message: found.message })
    else showToast({ tone: 'error', title, message: found?.message ?? LOOK, action })
  }

  const run = (action: () => Promise<ActionResult>, options: RunOptions) => void start(action, options)
  return { run, report, pending: running > 0 }
}

/** What runs when something is undone: no response leaves it to be tried again. */
function undoing(next: Next, { onUndo }: Run): Run {
  return { failure: 'It was not undone', unknown: `${UNKNOWN} whether it was undone`, again: next, ...onUndo }
}

function withoutResponse(
  { failure, failureIsTitle, again }: Run,
  why: 'offline' | 'outdated' | 'lost',
): ActionResult {
  if (why === 'lost') return { isLost: true }
  const sentence: Failure = failureIsTitle
    ? { title: failure, failed: NOT_REACHED }
    : { failed: failure, detail: NOT_REACHED }
  return why === 'outdated' ? { ...sentence, isOutdated: true } : { ...sentence, again }
}
