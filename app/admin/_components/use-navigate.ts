'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useRef, useTransition } from 'react'
import { showToast } from '@/components/toasts'
import { isReachable } from './is-reachable'

/**
 * `navigate` shows the page with another query; of several at once the last counts. When the site does not respond it says so, and
 * everything stays as it is; with `quiet` it says nothing. `onStart` runs in each transition of it: the place for optimistic updates.
 */
export function useNavigate({ quiet = false } = {}) {
  const router = useRouter()
  const path = usePathname()
  const newest = useRef(0)
  const [pending, startTransition] = useTransition()

  function navigate(query: string, onStart: () => void = () => {}) {
    const number = ++newest.current
    startTransition(async () => {
      onStart()
      const responds = await isReachable()
      if (number !== newest.current) return
      if (responds) {
        startTransition(() => {
          onStart()
          router.replace(path + query, { scroll: false })
        })
        return
      }
      if (quiet) return
      showToast({
        tone: 'error',
        title: 'Error',
        message: 'Failed to load admin data.',
        detail: 'The site could not be reached. Please try again.',
        id: 'navigate',
      })
    })
  }
  return { navigate, pending }
}
