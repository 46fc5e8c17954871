'use client'

import { useEffect, useState } from 'react'

/** So long after a press another, quick one may follow that is meant for what stood there. */
const STILL_MS = 1_000

/**
 * Whether a pointer is down, or was less than a second ago. Content must not move then, or the
 * press, or a quick second one, would hit something else.
 */
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
    const capture = { capture: true } // before what is pressed takes the event for itself
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
