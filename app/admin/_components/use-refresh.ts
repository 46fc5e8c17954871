import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { throttle } from './throttle'
import { isReachable } from './is-reachable'

/** The longest wait for a refresh to end. A refresh whose response is lost never ends. */
const WAIT_AT_MOST_MS = 5_000

/**
 * `refresh` renders the page again on the server, {@link throttle}d; not in a hidden tab, and not while the
 * site is unreachable (docs/decisions/admin-refresh.md). `during` delays refreshes until an action has ended,
 * so that its result and its Realtime event cause one refresh. `reachable` is false if the site did not
 * respond last.
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
