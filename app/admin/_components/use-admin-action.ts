import { useRef, useState } from 'react'
import type { Toast } from '@/components/toasts'
import { type NoResponse, noResponse } from '@/components/use-form-action'
import type { ActionResult } from '../action-result'
import { useLive } from './live'
import { useReport } from './use-report'

const NOT_REACHED = 'The site could not be reached. Please try again.'

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

/** `run` ignores a second action while one runs, unless `parallel`. Its response brings the page. */
export function useAdminAction({ parallel = false } = {}) {
  // The ref catches a second press before React has rendered `running`.
  const [running, setRunning] = useState(0)
  const started = useRef(0)
  const { act, shown } = useLive()
  const report = useReport(start)

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
    report(result, { action, options })
  }

  // The buttons of a toast or a question guard themselves.
  const run = (action: Action, options: RunOptions) => {
    if (started.current === 0 || parallel) void start(action, options)
  }
  return { run, pending: running > 0 }
}

function withoutResponse({ failure, failureIsTitle }: RunOptions, why: NoResponse): ActionResult {
  if (why === 'lost') return { kind: 'lost', isLost: true }
  const sentence = failureIsTitle
    ? { title: failure, failed: NOT_REACHED }
    : { failed: failure, detail: NOT_REACHED }
  return { kind: 'failed', ...sentence, isOutdated: why === 'outdated', isOffline: why === 'offline' }
}
