import { useEffect, useState } from 'react'

/** A further press within this time is for the content of the first press. */
const SAME_PRESS_MS = 1_000

/** Content that moves while this is true would get a press meant for other content. */
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
      timer = setTimeout(() => setPressed(false), SAME_PRESS_MS)
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
