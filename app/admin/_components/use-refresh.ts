'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { throttle } from './throttle'
import { isReachable } from './is-reachable'

const AT_MOST_EVERY_MS = 1_000
/** A refresh whose response was lost may never end; those after it do not wait longer for it. */
const WAIT_AT_MOST_MS = 5_000

/**
 * `refresh` has the server render the page again, at most once a second and one at a time; not in a
 * hidden tab, and only after the site has responded to a probe: when the router's own fetch fails,
 * it loads the page anew (docs/decisions/admin-refresh.md). `reachable` is what the last probe
 * found. Whoever returns to the tab must ask again.
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
