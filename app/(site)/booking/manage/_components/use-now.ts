import { useEffect, useState } from 'react'

const TICK_MS = 10_000

/** In milliseconds, from the server's time at its rendering (`start`): this machine's clock may be wrong. */
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
