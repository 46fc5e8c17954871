import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { firstView, parseView, type View, viewHref } from '@/lib/booking/view'

/**
 * What the page shows, kept in the address: a choice replaces the entry, step 2 adds one, so that Back leads to step 1. `params` is the
 * address at first, which `posted` overrules. What is chosen renders nothing again on the server; a link to this page does, and brings
 * another `visit`: the address is then read anew.
 */
export function useBookingView(params: URLSearchParams, today: string, visit: string, posted: Partial<View>) {
  const [view, setView] = useState<View>(() => ({ ...parseView(params, today), ...posted }))

  const follow = useEffectEvent(() => setView(parseView(new URLSearchParams(location.search), today)))
  useEffect(() => {
    const onBack = () => follow()
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [])
  const visited = useRef(visit)
  useEffect(() => {
    if (visited.current !== visit) follow()
    visited.current = visit
  }, [visit])

  function show(next: View) {
    setView(next)
    history.replaceState(null, '', viewHref(next))
  }
  function goOn(next: View) {
    startTransition(() => setView(next))
    history.pushState({ cameFromStepOne: true }, '', viewHref(next))
  }
  /** The form's back button: the browser's, unless step 2 was opened by its address. */
  function goBack() {
    if ((history.state as { cameFromStepOne?: true } | null)?.cameFromStepOne) history.back()
    else show({ ...view, step: 1 })
  }
  /** The opening view, and its date. */
  function reset(today: string): string {
    const opening = firstView(today)
    setView(opening)
    history.replaceState(null, '', location.pathname)
    return opening.date
  }
  return { view, show, goOn, goBack, reset }
}
