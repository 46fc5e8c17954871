'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { dismissToast, showToast } from '@/components/toasts'
import { isReachable } from './is-reachable'

/**
 * The query that was asked for last and is not shown yet: what another part of the page asks for
 * meanwhile is added to it.
 */
let asked: { query: string } | null = null

/**
 * `navigate` shows the page with another query: `change` makes it of the present one ('' or
 * beginning with '?'). Of several at once the last is sent, with what the others changed. When the
 * site does not respond it says so, and everything stays as it is; with `quiet` it says nothing.
 * `onStart` runs in each transition of it: the place for optimistic updates.
 */
export function useNavigate({ quiet = false } = {}) {
  const router = useRouter()
  const path = usePathname()
  const [pending, startTransition] = useTransition()
  const [shown, setShown] = useState<typeof asked>(null)
  useEffect(() => {
    if (asked === shown) asked = null
  }, [shown])

  function navigate(change: (query: string) => string, onStart: () => void = () => {}) {
    const query = change(asked?.query ?? location.search)
    const request = { query }
    asked = request
    startTransition(async () => {
      onStart()
      const responds = await isReachable()
      if (asked !== request) return
      if (responds) {
        dismissToast('navigate')
        startTransition(() => {
          onStart()
          setShown(request)
          router.replace(path + query + location.hash, { scroll: false })
        })
        return
      }
      asked = null
      if (quiet) return
      showToast({
        tone: 'error',
        message: 'Failed to load admin data.',
        detail: 'The site could not be reached. Please try again.',
        id: 'navigate',
      })
    })
  }
  return { navigate, pending }
}
