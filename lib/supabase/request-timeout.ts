const STEPS = 8

/**
 * Aborts with a `TimeoutError` after so many milliseconds, like `AbortSignal.timeout`, but counts
 * them in steps of which each waits for the event loop. A process that is busy with many visitors
 * would otherwise take the backend for away, whose response has arrived and is unread.
 */
export function requestTimeout(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  const wait = (left: number) => {
    const next = () =>
      left > 1 ? wait(left - 1) : controller.abort(new DOMException('The request timed out.', 'TimeoutError'))
    setTimeout(next, milliseconds / STEPS).unref()
  }
  wait(STEPS)
  return controller.signal
}
