'use client'

import { createContext, startTransition, use, useEffect, useState } from 'react'
import { gather } from '@/lib/gather'
import { type Desk, updateDesk } from '../desk-data'
import { useAuth } from './auth-context'
import { leaveToLogin } from './leave-to-login'
import { subscribeToRequests } from './subscribe-to-requests'

interface Live {
  desk: Desk
  /** Whether changes arrive by themselves; null before the first answer. */
  live: boolean | null
  /** Asks for the desk again. Calls are gathered: one a second, one at a time. */
  refresh: () => void
}

const LiveContext = createContext<Live | null>(null)

const POLL_MS = 15_000
const AT_MOST_EVERY_MS = 1_000
const GIVE_UP_MS = 20_000

/** Keeps the desk fresh: on every change while the live connection stands and the site answers, every 15 s while not. */
export function LiveProvider({ initial, children }: { initial: Desk; children: React.ReactNode }) {
  const { backend } = useAuth()
  const { url, publishableKey } = backend
  const [desk, setDesk] = useState(initial)
  const [connected, setConnected] = useState<boolean | null>(null)
  const [answered, setAnswered] = useState(true)
  const live = answered && connected

  const [refresh] = useState(() =>
    gather(async () => {
      const now = await fetchDesk()
      setAnswered(now !== null)
      if (now) startTransition(() => setDesk((before) => updateDesk(before, now)))
    }, AT_MOST_EVERY_MS),
  )

  useEffect(() => {
    const connection = subscribeToRequests({ url, publishableKey }, refresh, setConnected)
    return () => connection.close()
  }, [url, publishableKey, refresh])

  useEffect(() => {
    if (live) return
    const timer = setInterval(refresh, POLL_MS)
    return () => clearInterval(timer)
  }, [live, refresh])

  return <LiveContext value={{ desk, live, refresh }}>{children}</LiveContext>
}

/** The desk, and its freshness. */
export function useLive(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('useLive must be used within a LiveProvider')
  return live
}

// Not router.refresh(): when that fails Next loads the page anew, and what was typed is lost (docs/decisions/desk-refresh.md).
async function fetchDesk(): Promise<Desk | null> {
  try {
    const response = await fetch('/admin/desk', {
      cache: 'no-store',
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
    if (response.redirected || response.status === 401) leaveToLogin() // signed out meanwhile
    if (response.status === 403) location.reload() // says who this is, and that it is no admin
    return response.ok ? ((await response.json()) as Desk) : null
  } catch {
    return null
  }
}
