const STEPS = 8

/**
 * Like `AbortSignal.timeout`, but in steps that wait for the event loop: a busy process would otherwise abort a request
 * whose response has arrived but was not read yet.
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
