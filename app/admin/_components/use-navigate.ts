'use client'

import { useRouter } from 'next/navigation'
import { useLayoutEffect, useRef, useTransition } from 'react'
import { dismissToast, showToast } from '@/components/toasts'
import { isReachable } from './is-reachable'
import { useLive } from './live'

/**
 * `navigate` shows the page with another query, which `change` makes from the present one ('' or
 * beginning with '?'). Of several calls at once only the last is sent, with the changes of all.
 * When the site does not respond, a toast says so and the page stays as it is; with `quiet` there
 * is no toast. `onStart` runs in the transition, for optimistic updates.
 */
export function useNavigate({ quiet = false } = {}) {
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
        dismissToast('navigate')
        router.replace(location.pathname + query + location.hash, { scroll: false })
      } else if (!quiet) {
        showToast({
          tone: 'error',
          message: 'Failed to load admin data.',
          detail: 'The site could not be reached. Please try again.',
          id: 'navigate',
        })
      }
    })
  }
  return { navigate, pending }
}
