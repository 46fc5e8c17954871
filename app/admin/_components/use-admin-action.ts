import { useRef, useState } from 'react'
import { type NoResponse, noResponse } from '@/components/use-form-action'
import type { ActionResult } from '../action-result'
import { useLive } from './live'
import { type Action, type RunOptions, useReport } from './use-report'

const NOT_REACHED = 'The site could not be reached. Please try again.'

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
