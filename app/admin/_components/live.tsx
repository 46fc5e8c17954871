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
  /** The query of the running navigation, to which a second navigation adds its change. */
  requested: string | null
  setRequested: (query: string | null) => void
}

const LiveContext = createContext<Live | null>(null)

const POLL_MS = 15_000
// Realtime can lose messages, and does not report a session that ended elsewhere.
const POLL_LIVE_MS = 60_000

export function LiveProvider({ children }: { children: React.ReactNode }) {
  const { backend } = useAuth()
  const [failed, setFailed] = useState<number | null>(null)
  const [connected, setConnected] = useState<boolean | null>(null)
  const [isPrevious, setPrevious] = useState(false)
  const { ways, reachable } = useRefresh()
  const { refresh } = ways
  const live = failed === null ? null : failed === 0 && !isPrevious && reachable && connected
  const [requested, setRequested] = useState<string | null>(null)

  // Stays true once a page had `KeepLive`, because connecting again would read the next page twice.
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

  // The same object for the same values: if a context changes while the page streams, React renders it twice.
  const value = useMemo(
    () => ({ live, failed, setFailed, setPrevious, requested, setRequested, ...ways }),
    [live, failed, requested, ways],
  )
  return <LiveContext value={value}>{children}</LiveContext>
}

/** `failed` is the number of the page's failed reads; `readAt` is that of `RequestCounts`. */
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
