'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { throttle } from './throttle'
import { isReachable } from './is-reachable'

const AT_MOST_EVERY_MS = 1_000
/** How long to wait for a refresh: one whose response was lost may never end. */
const WAIT_AT_MOST_MS = 5_000

/**
 * `refresh` asks the server to render the page again, at most once a second and one at a time; not
 * in a hidden tab, and only after the site has responded to a probe: when the router's own fetch
 * fails, it reloads the document (docs/decisions/admin-refresh.md). `reachable` is the result of
 * the last probe. After a return to the tab, call `refresh` again.
 */
export function useRefresh() {
  const router = useRouter()
  const [reachable, setReachable] = useState(true)
  const [refreshing, startTransition] = useTransition()
  const [{ refresh, finish }] = useState(() => {
    let finish = () => {}
    const refresh = throttle(async () => {
      if (document.visibilityState !== 'visible') return
      const responds = await isReachable()
      setReachable(responds)
      if (!responds) return
      await new Promise<void>((resolve) => {
        finish = resolve
        setTimeout(resolve, WAIT_AT_MOST_MS)
        startTransition(() => router.refresh())
      })
    }, AT_MOST_EVERY_MS)
    return { refresh, finish: () => finish() }
  })

  useEffect(() => {
    if (!refreshing) finish()
  }, [refreshing, finish])
  return { refresh, reachable }
}
