'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { gather } from './gather'
import { isReachable } from './is-reachable'

/** How long to wait for a refresh: one whose response was lost may never end. */
const WAIT_AT_MOST_MS = 5_000

/**
 * `refresh` asks the server to render the page again, see {@link gather}: not in a hidden tab, and only
 * after the site has responded to a probe: when the router's own fetch fails, it reloads the document
 * (docs/decisions/admin-refresh.md). `during` gets each action: no refresh starts while one is under way,
 * or its event and its result would render the page twice. `reachable` is the result of the last probe.
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
      if (!responds || document.visibilityState !== 'visible') return nothing // it may have been left meanwhile
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
