/**
 * The time between a call and its run. The result of an action and its Realtime event come within this time,
 * and so cause one run.
 */
const DELAY_MS = 300
const AT_MOST_EVERY_MS = 1_000

export interface ThrottledRun {
  /** Settles when the run begins; immediately if the run before has not ended. */
  begun: Promise<void>
  ended: Promise<void>
}

/**
 * Combines many calls into few runs. One run at a time, at most one start per second, each after `untilIdle`;
 * every call is followed by a run. `run` resolves when the run begins, with the promise of its `end`, and
 * must not reject.
 */
export function throttle(
  run: () => Promise<{ end: Promise<void> }>,
  untilIdle: () => Promise<void>,
): () => ThrottledRun {
  let last = Promise.resolve()
  let next: ThrottledRun | null = null
  let started = -Infinity
  let underWay = false

  async function runNext() {
    const early = started + AT_MOST_EVERY_MS - Date.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(DELAY_MS, early)))
    await untilIdle()
    next = null
    started = Date.now()
    underWay = true
    return run()
  }

  return () => {
    if (next) return next
    const begun = last.then(runNext)
    last = begun.then(({ end }) => end).then(() => void (underWay = false))
    // Resolves at once during a run: a transition that awaited `begun` would delay this run's end, which the
    // next run awaits.
    next = { begun: underWay ? Promise.resolve() : begun.then(() => {}), ended: last }
    return next
  }
}
