'use client'

import { useRouter } from 'next/navigation'
import { createContext, use, useCallback, useEffect, useRef, useState, useTransition } from 'react'
import { gather } from '@/lib/gather'
import { useAuth } from './auth-context'
import { subscribeToRequests } from './subscribe-to-requests'

interface Live {
  /** Whether changes arrive by themselves; null before the first answer. */
  live: boolean | null
  /** When the server read what the page shows: milliseconds on its clock. */
  readAt: number
  /** Asks for the page again. Calls are gathered: one a second, one at a time. */
  refresh: () => void
}

const LiveContext = createContext<Live | null>(null)

const POLL_MS = 15_000
const AT_MOST_EVERY_MS = 1_000
const GIVE_UP_MS = 20_000

/** Keeps the page's data fresh: on every change while the live connection stands, every 15 s while it does not. */
export function LiveProvider({ readAt, children }: { readAt: number; children: React.ReactNode }) {
  const { backend } = useAuth()
  const { url, publishableKey } = backend
  const refresh = useGatheredRefresh()
  const [live, setLive] = useState<boolean | null>(null)

  useEffect(() => {
    const connection = subscribeToRequests({ url, publishableKey }, refresh, setLive)
    return () => connection.close()
  }, [url, publishableKey, refresh])

  useEffect(() => {
    if (live) return
    const timer = setInterval(refresh, POLL_MS)
    return () => clearInterval(timer)
  }, [live, refresh])

  return <LiveContext value={{ live, readAt, refresh }}>{children}</LiveContext>
}

/** The desk's freshness. */
export function useLive(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('useLive must be used within a LiveProvider')
  return live
}

function useGatheredRefresh(): () => void {
  const router = useRouter()
  const [refreshing, startRefresh] = useTransition()
  const trigger = useRef<(() => void) | null>(null)
  const settle = useRef<(() => void) | null>(null)

  useEffect(() => {
    if (!refreshing) settle.current?.()
  }, [refreshing])

  return useCallback(() => {
    trigger.current ??= gather(async () => {
      if (!(await siteAnswers())) return
      const settled = new Promise<void>((resolve) => {
        settle.current = resolve
        setTimeout(resolve, GIVE_UP_MS)
      })
      startRefresh(() => router.refresh())
      await settled
    }, AT_MOST_EVERY_MS)
    trigger.current()
  }, [router])
}

// A refresh that cannot reach the site would leave this page for the browser's error page, and what was typed with it.
async function siteAnswers(): Promise<boolean> {
  return fetch('/api/health?live', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
}
