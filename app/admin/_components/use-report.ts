import { OUTDATED } from '@/components/reload-button'
import { showToast, type Toast } from '@/components/toasts'
import { readAddress, writeAddress } from '@/lib/requests/address'
import type { ActionResult, Done, Failure, FollowUp } from '../action-result'
import { useActionHost } from './action-host-context'
import { untilReachable } from './is-reachable'
import { useLive } from './live'
import { redirectToLogin } from './redirect-to-login'
import { showSection } from './show-section'
import { useNavigate } from './use-navigate'
import { useOpenPage } from './use-open-page'

const UNKNOWN = 'We do not know whether it was done.'

type Button = Toast['action']
export type Action = () => Promise<ActionResult>

export interface RunOptions {
  /** The error to show if no response arrives. */
  failure: string
  /** True if `failure` is the title of the error's toast, not its message. */
  failureIsTitle?: boolean
  /** Called before the action, in the same transition, for optimistic updates. */
  onStart?: () => void
  /** Called before the page that the action brings is shown. */
  onResult?: (result: ActionResult) => void
  /** Called once that page is shown, before the result's toast or question appears. */
  onShown?: (result: ActionResult) => void
  /** For Undo, and for the action after a question, which else uses those above. */
  onUndo?: Pick<RunOptions, 'onStart' | 'onResult'>
  onYes?: Pick<RunOptions, 'onStart' | 'onResult'>
  /** How long the success's toast stands, in milliseconds, if its Undo is nowhere else. */
  duration?: number
  /** In the toast of a full or a partial success. */
  secondButton?: Toast['cancel']
  /** The id of the element to focus if the pressed button has gone, or a question's action has run. */
  focusAfter?: string
  /** True if `onResult` shows a lost response itself: no toast then. */
  showsLost?: boolean
  /** True if the action can safely run twice: after a failure the toast has 'Try again'. */
  repeats?: boolean
}

interface Run {
  action: Action
  options: RunOptions
}

/** Another button that runs `followUp` dismisses the toast with this id. */
export const toastId = (followUp: FollowUp) => JSON.stringify(followUp)

/** `start` runs the actions of the buttons in a result's toast or question. */
export function useReport(start: (action: Action, options: RunOptions) => Promise<void>) {
  const { refresh } = useLive()
  const host = useActionHost()
  const openPage = useOpenPage()
  const { navigate } = useNavigate()

  function button(label: string, action: Action, options: RunOptions): Button {
    let isPressed = false // two clicks can arrive before the toast is gone
    const onPress = () => {
      if (!isPressed) void start(action, options)
      isPressed = true
    }
    return { label, onPress }
  }
  function undo(undone: FollowUp | undefined, { onUndo }: RunOptions): Button {
    const options = { failure: 'It was not undone', repeats: true, ...onUndo }
    return undone && button('Undo', () => host.runFollowUp(undone), options)
  }

  function showDone({ message, detail, list, undo: undone }: Done, options: RunOptions) {
    const seeThem = (path: string) => {
      const { pathname, searchParams } = new URL(path, location.href)
      showSection('requests')
      if (location.pathname !== pathname) return void openPage(path)
      void navigate((query) => writeAddress(readAddress(Object.fromEntries(searchParams)), query))
    }
    showToast({
      ...{ tone: 'success', message, detail, duration: options.duration },
      id: undone && toastId(undone),
      action: undo(undone, options),
      cancel: list ? { label: 'See them', onPress: () => seeThem(list) } : options.secondButton,
    })
  }

  function showFailure(failure: Failure, { action, options }: Run) {
    const { failed: message, title, again, isOutdated, isOffline, failedIds } = failure
    const remedy = isOutdated
      ? { label: 'Reload', onPress: () => location.reload() }
      : again
        ? button('Try again', () => host.runFollowUp(again), options)
        : isOffline || options.repeats
          ? button('Try again', action, options)
          : undo(failure.undo, options)
    // Says 'Reconnecting' if the site, Auth or the database failed. An outdated page would load itself again.
    if (!isOutdated) void refresh()
    const detail = isOutdated ? OUTDATED : failure.detail
    const cancel = failedIds && options.secondButton
    showToast({ tone: 'error', title, message, detail, action: remedy, cancel })
  }

  async function showLost({ action, options }: Run) {
    const [id, tone] = [`lost ${crypto.randomUUID()}`, 'error' as const]
    const detail = 'The site’s response was lost. We are looking.'
    showToast({ tone, message: UNKNOWN, detail, id })
    await untilReachable()
    await refresh()
    const again = options.repeats ? button('Try again', action, options) : undefined
    showToast({ tone, message: UNKNOWN, detail: 'The page shows how it stands.', id, action: again })
  }

  return (result: ActionResult, { action, options }: Run): void => {
    switch (result.kind) {
      case 'done':
        return showDone(result, options)
      case 'question': {
        const { question, yes } = result
        const onYes = yes && (() => start(() => host.runFollowUp(yes), { ...options, ...options.onYes }))
        return host.ask({ question, onYes, focusAfter: options.focusAfter })
      }
      case 'invalid':
        return showToast({ tone: 'error', message: result.problem })
      case 'failed':
        return showFailure(result, { action, options })
      case 'lost':
        return options.showsLost ? undefined : void showLost({ action, options })
      case 'signed-out':
        return redirectToLogin()
    }
  }
}
