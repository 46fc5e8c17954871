import { useEffect, useState } from 'react'

const TICK_MS = 10_000

/** The server's time as it goes on, in milliseconds: `start` is what it was when the page was rendered. A clock of the visitor's that is wrong does not matter. */
export function useNow(start: number): number {
  const [{ base, now }, setTime] = useState({ base: start, now: start })
  // Rendered anew by the server, which knows better.
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
