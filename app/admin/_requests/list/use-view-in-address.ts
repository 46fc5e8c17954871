'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import type { View } from '@/lib/requests/view'

/**
 * Puts the list that the page has chosen into an address that names none, so that it stays when the
 * page is refreshed, loaded again or returned to. Once for each address: repeated while a press is
 * on its way to another one, it would take that back.
 */
export function useViewInAddress(view: View, isChosen: boolean): void {
  const router = useRouter()
  const search = useSearchParams().toString()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!isChosen || query.has('view')) return
    query.set('view', view)
    router.replace(`?${query}${location.hash}`, { scroll: false })
  }, [view, isChosen, search, router])
}
