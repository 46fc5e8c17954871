import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { throttle } from './throttle'
import { isReachable } from './is-reachable'

/** The longest wait for a refresh, which never ends if its response is lost. */
const WAIT_AT_MOST_MS = 5_000

/**
 * `refresh` renders the page again on the server, {@link throttle}d; never in a hidden tab or while the site
 * is unreachable (docs/decisions/admin-refresh.md). `during` delays it until an action ends, so that the
 * action's Realtime event and its result cause one refresh. `reachable` is the result of the last probe.
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
    const refresh = throttle(async () => {
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
