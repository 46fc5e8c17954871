import { useEffect, useState } from 'react'

const TICK_MS = 10_000

/**
 * The current time by the server's clock, in milliseconds. `start` is the server's time at rendering, so a
 * wrong clock of the visitor does not matter.
 */
export function useNow(start: number): number {
  const [{ base, now }, setTime] = useState({ base: start, now: start })
  // The server rendered the page again, with a newer time.
  if (base !== start) setTime({ base: start, now: start })
  useEffect(() => {
    const rendered = Date.now()
    const tick = () => setTime((time) => ({ ...time, now: start + Date.now() - rendered }))
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [start])
  return now
}
