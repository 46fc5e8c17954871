'use client'

import { createContext, use, useEffect, useMemo, useOptimistic, useState } from 'react'
import { useAuth } from './auth-context'
import type { Gathered } from './gather'
import { subscribeToChanges } from './subscribe-to-changes'
import { useRefresh } from './use-refresh'

interface Live {
  /** Whether changes arrive by themselves; null before that is known. */
  live: boolean | null
  /** How many reads of what is shown failed; null while nothing is shown that changes. */
  failed: number | null
  setFailed: (failed: number | null) => void
  /** Asks the server to render the page again soon. */
  refresh: () => Gathered
  /** Gets each action: no refresh starts while one is under way. */
  during: ReturnType<typeof useRefresh>['during']
  /**
   * The query that was requested last and is not shown yet. A request from another part of the page
   * is added to it.
   */
  requested: string | null
  setRequested: (query: string) => void
}

const LiveContext = createContext<Live | null>(null)

const POLL_MS = 15_000
/** A connection may be open and silent, and tells nobody that their session was ended elsewhere. */
const POLL_LIVE_MS = 60_000

/**
 * Keeps a page that has {@link KeepLive} up to date: after every change while the live connection
 * works, the site responds and no part of the page is missing, and once a minute; otherwise every 15 s.
 */
export function LiveProvider({ children }: { children: React.ReactNode }) {
  const { backend } = useAuth()
  const [failed, setFailed] = useState<number | null>(null)
  const [connected, setConnected] = useState<boolean | null>(null)
  const { refresh, during, reachable } = useRefresh()
  const live = failed === null ? null : failed === 0 && reachable && connected
  const [requested, setRequested] = useOptimistic<string | null>(null)

  // It stays connected on the way to another page: each new connection reads the page once more.
  const [isUsed, setIsUsed] = useState(false)
  if (failed !== null && !isUsed) setIsUsed(true)

  useEffect(
    () => (isUsed ? subscribeToChanges(backend, () => refresh().shown, setConnected) : undefined),
    [isUsed, backend, refresh],
  )

  useEffect(() => {
    if (!isUsed) return
    const timer = setInterval(() => void refresh(), live ? POLL_LIVE_MS : POLL_MS)
    return () => clearInterval(timer)
  }, [live, isUsed, refresh])

  // The same as long as nothing in it changes: if a context changed while the page is streaming, React
  // would render the page twice.
  const value = useMemo(
    () => ({ live, failed, setFailed, refresh, during, requested, setRequested }),
    [live, failed, refresh, during, requested, setRequested],
  )
  return <LiveContext value={value}>{children}</LiveContext>
}

/** Says that this page follows what happens, and how many reads of it failed. */
export function KeepLive({ failed }: { failed: number }) {
  const { setFailed } = useLive()
  useEffect(() => {
    setFailed(failed)
    return () => setFailed(null)
  }, [failed, setFailed])
  return null
}

/** Whether the page updates by itself, and a function to refresh it. */
export function useLive(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('useLive must be used within a LiveProvider')
  return live
}
