'use client'

import { useEffect, useState } from 'react'
import { DOUBLE_PRESS_MS } from './ignore-presses'

/** For a button that has just appeared: the second press of a double press may hit it. */
export function useJustOpened(): boolean {
  const [justOpened, setJustOpened] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setJustOpened(false), DOUBLE_PRESS_MS)
    return () => clearTimeout(timer)
  }, [])
  return justOpened
}
