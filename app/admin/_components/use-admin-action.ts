import { useRef, useState } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { showToast, type Toast } from '@/components/toasts'
import { type NoResponse, noResponse } from '@/components/use-form-action'
import type { ActionResult, Failure, FollowUp } from '../action-result'
import { useActionHost } from './action-host-context'
import { untilReachable } from './is-reachable'
import { useLive } from './live'
import { redirectToLogin } from './redirect-to-login'
import { showSection } from './show-section'
import { useOpenPage } from './use-open-page'

const UNKNOWN = 'We do not know whether it was done.'
const NOT_REACHED = 'The site could not be reached. Please try again.'

type Action = () => Promise<ActionResult>

export interface RunOptions {
  /** The error to show if no response arrives. */
  failure: string
  /** True if `failure` is the title of the error's toast, not its message. */
  failureIsTitle?: boolean
  /** Called before the action, in the same transition, for optimistic updates. */
  onStart?: () => void
  /** Called with the result, before the page that the action brings is shown. */
  onResult?: (result: ActionResult) => void
  /** Called with the result once that page is shown, before the result's toast or question appears. */
  onShown?: (result: ActionResult) => void
  /**
   * `onUndo` has the callbacks for Undo, `onYes` those for the action after a question. Without `onYes`, that
   * action uses the callbacks above.
   */
  onUndo?: Pick<RunOptions, 'onStart' | 'onResult'>
  onYes?: Pick<RunOptions, 'onStart' | 'onResult'>
  /** How long the toast of the success stands, in milliseconds, if its Undo is nowhere else. */
  duration?: number
  /** A second button in the toast, after a full or a partial success. */
  secondButton?: Toast['cancel']
  /**
   * The id of the element that gets the focus when a question closes after its action has run, or if the
   * pressed button is gone.
   */
  focusAfter?: string
  /** True if `onResult` shows a lost response itself: no toast then. */
  showsLost?: boolean
  /**
   * True if the action can safely run twice: after a failure or a lost response, the toast has 'Try again'.
   */
  repeats?: boolean
}

/**
 * The id of the toast whose button runs `followUp`. Another button that runs `followUp` dismisses that toast.
 */
export const toastId = (followUp: FollowUp) => JSON.stringify(followUp)

/**
 * Returns `run` for the buttons and forms of the admin. `run` calls a server action, whose response brings the
 * page, and then shows the result as a toast or a question, with buttons for follow-up actions. Ignores a second
 * action while one runs, unless `parallel`.
 */
export function useAdminAction({ parallel = false } = {}) {
  // The ref catches a second press before React has rendered `running`.
  const [running, setRunning] = useState(0)
  const started = useRef(0)
  const { act, refresh, shown } = useLive()
  const host = useActionHost()
  const openPage = useOpenPage()

  /** Settles after `report`. */
  async function start(action: Action, options: RunOptions): Promise<void> {
    setRunning((started.current += 1))
    const wasOnline = navigator.onLine
    const sent = act(() => {
      options.onStart?.()
      return action()
    })
    const result = await sent.catch((error: unknown) =>
      withoutResponse(options, noResponse(error, wasOnline)),
    )
    options.onResult?.(result)
    await shown() // so that the toast does not contradict the page
    setRunning((started.current -= 1))
    options.onShown?.(result)
    report(result, action, options)
  }

  function report(result: ActionResult, action: Action, options: RunOptions) {
    const button = (label: string, act: Action, options: RunOptions): Toast['action'] => {
      let isPressed = false // two clicks can arrive before the toast is gone
      const onPress = () => {
        if (!isPressed) void start(act, options)
        isPressed = true
      }
      return { label, onPress }
    }
    const undo = (undone: FollowUp | undefined) =>
      undone &&
      button('Undo', () => host.runFollowUp(undone), {
        failure: 'It was not undone',
        repeats: true,
        ...options.onUndo,
      })

    if ('isSignedOut' in result) redirectToLogin()
    else if ('isLost' in result) {
      if (!options.showsLost)
        void reportLost(options.repeats ? button('Try again', action, options) : undefined)
    } else if ('question' in result) {
      const { question, yes } = result
      const onYes = yes && (() => start(() => host.runFollowUp(yes), { ...options, ...options.onYes }))
      host.ask({ question, onYes, focusAfter: options.focusAfter })
    } else if ('problem' in result) showToast({ tone: 'error', message: result.problem })
    else if ('failed' in result) {
      const { failed: message, title, again, isOutdated, failedIds } = result
      const remedy = isOutdated
        ? { label: 'Reload', onPress: () => location.reload() }
        : again
          ? button('Try again', () => host.runFollowUp(again), options)
          : result.isOffline || options.repeats
            ? button('Try again', action, options)
            : undo(result.undo)
      const detail = isOutdated ? OUTDATED : result.detail
      // Says 'Reconnecting' if the site, Auth or the database failed. An outdated page would load itself again.
      if (!isOutdated) void refresh()
      showToast({
        tone: 'error',
        title,
        message,
        detail,
        action: remedy,
        cancel: failedIds && options.secondButton,
      })
    } else {
      const { message, detail, list } = result
      showToast({
        tone: 'success',
        message,
        detail,
        id: result.undo && toastId(result.undo),
        action: undo(result.undo),
        duration: options.duration,
        cancel: list
          ? { label: 'See them', onPress: () => void (showSection('requests'), openPage(keepHours(list))) }
          : options.secondButton,
      })
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
    await refresh()
    showToast({ tone: 'error', message: UNKNOWN, detail: 'The page shows how it stands.', id, action: again })
  }

  // The buttons of a toast or a question guard themselves.
  const run = (action: Action, options: RunOptions) => {
    if (started.current === 0 || parallel) void start(action, options)
  }
  return { run, pending: running > 0 }
}

function withoutResponse({ failure, failureIsTitle }: RunOptions, why: NoResponse): ActionResult {
  if (why === 'lost') return { isLost: true }
  const sentence: Failure = failureIsTitle
    ? { title: failure, failed: NOT_REACHED }
    : { failed: failure, detail: NOT_REACHED }
  return { ...sentence, isOutdated: why === 'outdated', isOffline: why === 'offline' }
}

/** The path of a list, with the open sections of hours and the chosen date if they are on this page. */
function keepHours(list: string): string {
  const url = new URL(list, location.href)
  if (url.pathname === location.pathname)
    for (const [name, value] of new URLSearchParams(location.search))
      if (['open', 'date', 'month'].includes(name)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}
