import { unstable_isUnrecognizedActionError } from 'next/navigation'
import { useLayoutEffect, useState, useTransition } from 'react'
import { readAgain } from './read-again'
import { redirectToLogin } from './redirect-to-login'

const AT_MOST_EVERY_MS = 1_000
// A page whose response is lost never comes.
const WAIT_AT_MOST_MS = 5_000
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * The ways to a new page (docs/decisions/admin-refresh.md). `open` begins a navigation, `act` an action whose
 * response brings the page; both overtake a refresh. `refresh` reads at most once a second and not in a
 * hidden tab, unless the page was read after `change` (milliseconds on the database's clock). `shown` settles
 * when no page is on its way. `reachable` is false if the last refresh brought no page.
 */
export function useRefresh() {
  const [reachable, setReachable] = useState(true)
  const [isComing, startTransition] = useTransition()
  const [ways] = useState(() => {
    let readAt = -Infinity
    /** Resolves when the page that is on its way is shown; null without one. */
    let coming: Promise<void> | null = null
    let arrived = () => {}
    /** The refresh under way; null without one, or if something has overtaken it. */
    let reading: Promise<unknown> | null = null
    let acting: Promise<unknown> = Promise.resolve()
    let newest = -Infinity
    let started = -Infinity
    let last = Promise.resolve()
    let next: Promise<void> | null = null

    function arrive() {
      arrived()
      coming = null
    }
    const shown = () => coming && Promise.race([coming, wait(WAIT_AT_MOST_MS)])

    // Never an async transition: React would hold every navigation until it has ended.
    function open(navigate: () => void) {
      reading = null
      coming ??= new Promise((resolve) => (arrived = resolve))
      startTransition(navigate)
    }
    function act<Result>(action: () => Promise<Result>): Promise<Result> {
      overtake()
      const result = new Promise<Result>((settle) => open(() => settle(action())))
      acting = Promise.allSettled([acting, result])
      return result
    }
    /** Next runs one action at a time. A history change, here to the same URL, overtakes the refresh. */
    function overtake() {
      if (reading) history.replaceState(null, '', location.href)
      reading = null
    }
    function refresh(change = Infinity): Promise<void> {
      newest = Math.max(newest, change)
      return (next ??= last = last.then(begin))
    }
    async function begin() {
      await wait(started + AT_MOST_EVERY_MS - performance.now())
      // A refresh behind a navigation would take its place when it is overtaken.
      for (let seen; seen !== acting || coming; await shown()) await (seen = acting)
      const isShown = newest < readAt
      newest = -Infinity
      next = null
      if (isShown || document.visibilityState !== 'visible') return
      started = performance.now()
      const read = new Promise<'read' | 'failed' | 'signed-out'>((settle) => open(() => settle(readAgain())))
      reading = read
      const result = await Promise.race([read.catch(withoutResponse), wait(WAIT_AT_MOST_MS)])
      if (reading === read && !result) overtake()
      else if (reading === read) reading = null
      if (result === 'signed-out') redirectToLogin()
      setReachable(result === 'read')
      await shown()
    }
    return { open, act, refresh, shown, arrive, setReadAt: (time: number) => void (readAt = time) }
  })

  // A passive effect could run after the next `open`.
  useLayoutEffect(() => {
    if (!isComing) ways.arrive()
  }, [isComing, ways])
  return { ways, reachable }
}

function withoutResponse(error: unknown) {
  if (unstable_isUnrecognizedActionError(error)) location.reload() // the page is older than the last deploy
  return 'failed' as const
}
