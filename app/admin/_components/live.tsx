'use client'

import { createContext, use, useEffect, useMemo, useOptimistic, useState } from 'react'
import { useAuth } from './auth-context'
import type { ThrottledRun } from './throttle'
import { subscribeToChanges } from './subscribe-to-changes'
import { useRefresh } from './use-refresh'

interface Live {
  /** True while Realtime is connected and all reads succeed; null until known. */
  live: boolean | null
  /** The number of failed reads; null on a page without `KeepLive`. */
  failed: number | null
  setFailed: (failed: number | null) => void
  /** Renders the page again on the server, throttled. */
  refresh: () => ThrottledRun
  /** Delays refreshes until the action ends. */
  during: ReturnType<typeof useRefresh>['during']
  /** The query on its way from the server. A navigation of another part of the page extends it. */
  requested: string | null
  setRequested: (query: string) => void
}

const LiveContext = createContext<Live | null>(null)

const POLL_MS = 15_000
/** An open connection may be silent, and does not report a session that ended elsewhere. */
const POLL_LIVE_MS = 60_000

/**
 * Refreshes a page with {@link KeepLive}: after every change, and each minute while `live`, else every 15 s.
 */
export function LiveProvider({ children }: { children: React.ReactNode }) {
  const { backend } = useAuth()
  const [failed, setFailed] = useState<number | null>(null)
  const [connected, setConnected] = useState<boolean | null>(null)
  const { refresh, during, reachable } = useRefresh()
  const live = failed === null ? null : failed === 0 && reachable && connected
  const [requested, setRequested] = useOptimistic<string | null>(null)

  // Stays true on the way to another page, because each new connection reads the page once more.
  const [isUsed, setIsUsed] = useState(false)
  if (failed !== null && !isUsed) setIsUsed(true)

  useEffect(
    () => (isUsed ? subscribeToChanges(backend, () => refresh().ended, setConnected) : undefined),
    [isUsed, backend, refresh],
  )

  useEffect(() => {
    if (!isUsed) return
    const timer = setInterval(() => void refresh(), live ? POLL_LIVE_MS : POLL_MS)
    return () => clearInterval(timer)
  }, [live, isUsed, refresh])

  // Stable while nothing in it changes: a context that changes while the page streams makes React render the
  // page twice.
  const value = useMemo(
    () => ({ live, failed, setFailed, refresh, during, requested, setRequested }),
    [live, failed, refresh, during, requested, setRequested],
  )
  return <LiveContext value={value}>{children}</LiveContext>
}

/** Tells `LiveProvider` to keep the page up to date; `failed` is the number of its failed reads. */
export function KeepLive({ failed }: { failed: number }) {
  const { setFailed } = useLive()
  useEffect(() => {
    setFailed(failed)
    return () => setFailed(null)
  }, [failed, setFailed])
  return null
}

/** Throws outside a `LiveProvider`. */
export function useLive(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('useLive must be used within a LiveProvider')
  return live
}
