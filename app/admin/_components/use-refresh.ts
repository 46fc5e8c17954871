'use client'

import { isAuthSessionMissingError } from '@supabase/supabase-js'
import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { browserClient } from '@/lib/supabase/browser'
import { useAuth } from './auth-context'
import { probe } from './is-reachable'
import { throttle } from './throttle'

const AT_MOST_EVERY_MS = 1_000
/** How long to wait for a refresh: one whose response was lost may never end. */
const WAIT_AT_MOST_MS = 5_000

/**
 * `refresh` asks the server to render the page again, at most once a second and one at a time; not
 * in a hidden tab, and only after the site has responded to a probe: when the router's own fetch
 * fails, it reloads the document (docs/decisions/admin-refresh.md). When the probe finds that the
 * session has ended, the sign-in follows. `reachable` is the result of the last probe. `look`
 * refreshes only if a probe finds something that the last refresh did not. After a return to the
 * tab, call `refresh` again.
 */
export function useRefresh() {
  const router = useRouter()
  const { backend } = useAuth()
  const [reachable, setReachable] = useState(true)
  const [refreshing, startTransition] = useTransition()
  const [{ refresh, look, finish }] = useState(() => {
    let finish = () => {}
    let newest: string | null = null

    /** Asks the Auth server, whose client then leaves the admin by itself (auth-context.tsx). */
    async function hasEnded() {
      const { error } = await browserClient(backend).auth.getUser()
      return isAuthSessionMissingError(error)
    }

    const refresh = throttle(async () => {
      if (document.visibilityState !== 'visible') return
      const site = await probe()
      setReachable(site !== null)
      if (!site || document.visibilityState !== 'visible') return // the tab may have been left meanwhile
      newest = site.newest
      if (newest === null && (await hasEnded())) return
      await new Promise<void>((resolve) => {
        finish = resolve
        setTimeout(resolve, WAIT_AT_MOST_MS)
        startTransition(() => router.refresh())
      })
    }, AT_MOST_EVERY_MS)

    async function look() {
      if (document.visibilityState !== 'visible') return
      const site = await probe()
      if (!site?.newest || site.newest !== newest) await refresh()
    }
    return { refresh, look, finish: () => finish() }
  })

  useEffect(() => {
    if (!refreshing) finish()
  }, [refreshing, finish])
  return { refresh, look, reachable }
}
