/**
 * Combines many calls into few runs: never two runs at a time, never two starts within `interval`
 * ms, and always a run after the last call. Each call's promise settles with the next run that
 * starts. `run` must settle by itself and never reject.
 */
export function throttle(run: () => Promise<void>, interval: number): () => Promise<void> {
  let last = Promise.resolve()
  let next: Promise<void> | null = null
  let started = -Infinity

  async function runNext() {
    const early = started + interval - Date.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    next = null
    started = Date.now()
    await run()
  }

  return () => (next ??= last = last.then(runNext))
}
