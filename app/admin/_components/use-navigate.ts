import { useRouter } from 'next/navigation'
import { useLayoutEffect, useRef, useTransition } from 'react'
import { dismissToast, showToast } from '@/components/toasts'
import { isReachable } from './is-reachable'
import { useLive } from './live'
import { notReached } from './use-open-page'

/**
 * `navigate` replaces the query of the page: `change` gets the present query ('' or '?…') and returns the new
 * one. Calls at the same time make one navigation with all changes. While the site is unreachable, `navigate`
 * only shows a toast. `onStart` runs in the transition, for optimistic updates.
 */
export function useNavigate() {
  const { requested, setRequested } = useLive()
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const last = useRef(requested)
  useLayoutEffect(() => {
    last.current = requested
  }, [requested])

  function navigate(change: (query: string) => string, onStart?: () => void) {
    const query = change(requested ?? location.search)
    startTransition(async () => {
      setRequested(query)
      onStart?.()
      const responds = await isReachable()
      if (last.current !== query) return
      if (responds) {
        dismissToast(notReached.id)
        router.replace(location.pathname + query + location.hash, { scroll: false })
      } else {
        showToast(notReached)
      }
    })
  }
  return { navigate, pending }
}
