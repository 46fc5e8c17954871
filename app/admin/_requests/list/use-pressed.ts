import { useEffect, useState } from 'react'

/** A second press within this time is meant for the same content. */
const STILL_MS = 1_000

/** True while a pointer is down, and for a second after: moving content would receive the wrong press. */
export function usePressed(): boolean {
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function press() {
      clearTimeout(timer)
      setPressed(true)
    }
    function release() {
      clearTimeout(timer)
      timer = setTimeout(() => setPressed(false), STILL_MS)
    }
    const capture = { capture: true } // before the pressed element handles the event
    addEventListener('pointerdown', press, capture)
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, capture)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', press, capture)
      for (const end of ['pointerup', 'pointercancel']) removeEventListener(end, release, capture)
    }
  }, [])
  return pressed
}
