import { useEffect, useState } from 'react'
import { booking as words } from '@/lib/content/booking'
import { formatTime, timeAt } from '@/lib/dates'

const MINUTE_MS = 60_000

/** 'your time, now 8:50 pm': visitors compare it with the clock on their wall. */
export function OwnClock({ zone }: { zone: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS))
      setNow(new Date())
    }
    tick()
    // A phone stops timers while the page is hidden.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return (
    <>
      <span>{words.yourTime}</span>
      <span key={now.getTime()}>{`, now ${formatTime(timeAt(now, zone))}`}</span>
    </>
  )
}
