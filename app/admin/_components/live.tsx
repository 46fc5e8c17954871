'use client'

import { createContext, use, useEffect, useOptimistic, useState } from 'react'
import { useAuth } from './auth-context'
import { subscribeToChanges } from './subscribe-to-changes'
import { useRefresh } from './use-refresh'

interface Live {
  /** Whether changes arrive by themselves; null before that is known. */
  live: boolean | null
  /** How many reads of what is shown failed. */
  failed: number
  /** Asks the server to render the page again soon; settles when that is shown. */
  refresh: () => Promise<void>
  /**
   * The query that was requested last and is not shown yet. A request from another part of the page
   * is added to it.
   */
  asked: string | null
  setAsked: (query: string) => void
}

const LiveContext = createContext<Live | null>(null)

const POLL_MS = 15_000

/**
 * Keeps the page up to date: after every change while the live connection works, the site responds
 * and no part of the page is missing; otherwise every 15 s. `failed` is how many reads of it
 * failed.
 */
export function LiveProvider({ failed, children }: { failed: number; children: React.ReactNode }) {
  const { backend } = useAuth()
  const [connected, setConnected] = useState<boolean | null>(null)
  const { refresh, reachable } = useRefresh()
  const live = failed === 0 && reachable && connected
  const [asked, setAsked] = useOptimistic<string | null>(null)

  useEffect(() => subscribeToChanges(backend, refresh, setConnected), [backend, refresh])

  useEffect(() => {
    if (live) return
    const timer = setInterval(() => void refresh(), POLL_MS)
    return () => clearInterval(timer)
  }, [live, refresh])

  return <LiveContext value={{ live, failed, refresh, asked, setAsked }}>{children}</LiveContext>
}

/** Whether the page updates by itself, and a function to refresh it. */
export function useLive(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('useLive must be used within a LiveProvider')
  return live
}
