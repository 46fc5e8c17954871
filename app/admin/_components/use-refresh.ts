'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { gather } from './gather'
import { isReachable } from './is-reachable'

/** The longest wait for a refresh: one with a lost response may never end. */
const WAIT_AT_MOST_MS = 5_000

/**
 * `refresh` asks the server to render the page again, see {@link gather}. It skips hidden tabs, and probes
 * the site first, because the router reloads the document when its own fetch fails
 * (docs/decisions/admin-refresh.md). `during` wraps each action: a refresh while it runs would render the
 * page twice, for the event and for the result. `reachable` is the result of the last probe.
 */
export function useRefresh() {
  const router = useRouter()
  const [reachable, setReachable] = useState(true)
  const [refreshing, startTransition] = useTransition()
  const [{ refresh, during, finish }] = useState(() => {
    let finish = () => {}
    let running: Promise<unknown> = Promise.resolve()

    function during<Result>(action: Promise<Result>): Promise<Result> {
      running = Promise.allSettled([running, action])
      return action
    }
    async function untilIdle() {
      for (let seen; seen !== running;) await (seen = running)
    }
    const nothing = { end: Promise.resolve() }
    const refresh = gather(async () => {
      if (document.visibilityState !== 'visible') return nothing
      const responds = await isReachable()
      setReachable(responds)
      if (!responds || document.visibilityState !== 'visible') return nothing // the tab may be hidden by now
      const end = new Promise<void>((resolve) => {
        finish = resolve
        setTimeout(resolve, WAIT_AT_MOST_MS)
      })
      startTransition(() => router.refresh())
      return { end }
    }, untilIdle)
    return { refresh, during, finish: () => finish() }
  })

  useEffect(() => {
    if (!refreshing) finish()
  }, [refreshing, finish])
  return { refresh, during, reachable }
}
