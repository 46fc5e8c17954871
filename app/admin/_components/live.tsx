'use client'

import { createContext, use, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useAuth } from './auth-context'
import { subscribeToChanges } from './subscribe-to-changes'
import { useRefresh } from './use-refresh'

type Live = ReturnType<typeof useRefresh>['ways'] & {
  /** True while Realtime is connected and the last reads succeeded; null if not known yet. */
  live: boolean | null
  /** The number of failed reads of the page; null on a page without `KeepLive`. */
  failed: number | null
  setFailed: (failed: number | null) => void
  setPrevious: (isPrevious: boolean) => void
  /** The query of the running navigation, or null. A second navigation adds its change to this query. */
  requested: string | null
  setRequested: (query: string | null) => void
}

const LiveContext = createContext<Live | null>(null)

const POLL_MS = 15_000
/**
 * Polls although Realtime is connected: it can lose messages, and does not report a session that ended
 * elsewhere.
 */
const POLL_LIVE_MS = 60_000

/** Refreshes a page that has {@link KeepLive}. */
export function LiveProvider({ children }: { children: React.ReactNode }) {
  const { backend } = useAuth()
  const [failed, setFailed] = useState<number | null>(null)
  const [connected, setConnected] = useState<boolean | null>(null)
  const [isPrevious, setPrevious] = useState(false)
  const { ways, reachable } = useRefresh()
  const { refresh } = ways
  const live = failed === null ? null : failed === 0 && !isPrevious && reachable && connected
  const [requested, setRequested] = useState<string | null>(null)

  // True once a page had `KeepLive`. Stays true, because connecting again would read the next page twice.
  const [isUsed, setIsUsed] = useState(false)
  if (failed !== null && !isUsed) setIsUsed(true)

  useEffect(
    () => (isUsed ? subscribeToChanges(backend, refresh, setConnected) : undefined),
    [isUsed, backend, refresh],
  )

  useEffect(() => {
    if (!isUsed) return
    const timer = setInterval(() => void refresh(), live ? POLL_LIVE_MS : POLL_MS)
    return () => clearInterval(timer)
  }, [live, isUsed, refresh])

  // Keeps the same object while its values are the same: if a context changes while the page streams, React
  // renders the page twice.
  const value = useMemo(
    () => ({ live, failed, setFailed, setPrevious, requested, setRequested, ...ways }),
    [live, failed, requested, ways],
  )
  return <LiveContext value={value}>{children}</LiveContext>
}

/** Keeps this page up to date. `failed` is the number of its failed reads; `readAt` is that of `RequestCounts`. */
export function KeepLive({ failed, readAt = -Infinity }: { failed: number; readAt?: number }) {
  const { setFailed, setReadAt } = useLive()
  // Before `useRefresh` learns that the page is shown.
  useLayoutEffect(() => setReadAt(failed > 0 ? -Infinity : readAt), [failed, readAt, setReadAt])
  useEffect(() => {
    setFailed(failed)
    return () => setFailed(null)
  }, [failed, setFailed])
  return null
}

export function useLive(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('useLive must be used within a LiveProvider')
  return live
}
