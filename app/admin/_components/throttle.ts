/**
 * The time between a call and its run: an action's result and the Realtime event of the same change cause one
 * run.
 */
const DELAY_MS = 300
const AT_MOST_EVERY_MS = 1_000

export interface ThrottledRun {
  /** Settles when the run begins; at once if another run is still under way. */
  begun: Promise<void>
  /** Settles when the run ends. */
  ended: Promise<void>
}

/**
 * Combines many calls into few runs: one at a time, at most one start a second, each after `untilIdle`, and
 * one after the last call. `run` resolves when it has begun, with the promise of its `end`; it must not
 * reject.
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
    // A transition that awaits `begun` delays the running one, and the next run waits for that: a deadlock.
    next = { begun: underWay ? Promise.resolve() : begun.then(() => {}), ended: last }
    return next
  }
}
