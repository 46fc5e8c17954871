import { useEffect, useState } from 'react'

const TICK_MS = 10_000

/**
 * The current time on the server's clock, in milliseconds. `start` is the server's time when it rendered the
 * page, so a wrong clock on the visitor's machine does not matter.
 */
export function useNow(start: number): number {
  const [{ base, now }, setTime] = useState({ base: start, now: start })
  // A new `start` means that the server has rendered the page again.
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
