/** The wait for more calls: an action's result and the event of the same change arrive together. */
const GATHER_MS = 300
const AT_MOST_EVERY_MS = 1_000

/** `asked` settles when the run has begun, `shown` when it has ended. */
export interface Gathered {
  asked: Promise<void>
  shown: Promise<void>
}

/**
 * Combines many calls into few runs: never two at a time, never two starts within a second, none before
 * `untilIdle` settles, and always one after the last call. `run` settles when it has begun, with the promise
 * of its end; it never rejects.
 */
export function gather(
  run: () => Promise<{ end: Promise<void> }>,
  untilIdle: () => Promise<void>,
): () => Gathered {
  let last = Promise.resolve()
  let next: Gathered | null = null
  let started = -Infinity
  let underWay = false

  async function runNext() {
    const early = started + AT_MOST_EVERY_MS - Date.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(GATHER_MS, early)))
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
    // A transition that awaits `asked` would hold back the run before, and the next run waits for that one.
    next = { asked: underWay ? Promise.resolve() : begun.then(() => {}), shown: last }
    return next
  }
}
