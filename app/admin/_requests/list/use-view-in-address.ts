'use client'

import { useEffect } from 'react'
import type { View } from '@/lib/requests/view'

/**
 * Puts the list that the page has chosen into an address that names none, so that it stays when the
 * page is refreshed, loaded again or returned to.
 */
export function useViewInAddress(view: View, isChosen: boolean): void {
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (!isChosen || query.has('view')) return
    query.set('view', view)
    history.replaceState(null, '', `?${query}${location.hash}`)
  })
}
