/**
 * Makes one run of many calls: never two runs at a time, never two starts within `interval` ms, and a run after the last call always.
 * `run` must settle by itself.
 */
export function throttle(run: () => Promise<void>, interval: number): () => void {
  let wanted = false
  let busy = false
  let started = -Infinity

  async function work() {
    busy = true
    while (wanted) {
      const early = started + interval - Date.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      wanted = false
      started = Date.now()
      await run()
    }
    busy = false
  }

  return () => {
    wanted = true
    if (!busy) void work()
  }
}
