'use client'

import { useEffect, useState } from 'react'
import { DOUBLE_PRESS_MS } from './ignore-presses'

/**
 * True for a moment after mounting. A button that has just appeared is disabled for that time, because the
 * second press of a double press may hit it.
 */
export function useJustOpened(): boolean {
  const [justOpened, setJustOpened] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setJustOpened(false), DOUBLE_PRESS_MS)
    return () => clearTimeout(timer)
  }, [])
  return justOpened
}
