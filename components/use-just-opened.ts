'use client'

import { useEffect, useState } from 'react'

/** How long a button that has just come stays disabled, so that a second press of what brought it does nothing. */
const MOMENT_MS = 700

/** True for a moment after the component is mounted. */
export function useJustOpened(): boolean {
  const [justOpened, setJustOpened] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setJustOpened(false), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return justOpened
}
