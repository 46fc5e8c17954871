/**
 * Makes one run of many calls: never two runs at a time, never two starts within `interval` ms, and
 * a run after the last call always. Each call's promise settles with the run that began after it.
 * `run` must settle by itself and never reject.
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
