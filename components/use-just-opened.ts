'use client'

import { useEffect, useState } from 'react'
import { MOMENT_MS } from './ignore-presses'

/**
 * True for a moment after the component is mounted: for a button that stays disabled so long,
 * because a second press of what brought it may come.
 */
export function useJustOpened(): boolean {
  const [justOpened, setJustOpened] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setJustOpened(false), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return justOpened
}
