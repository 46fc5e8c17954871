'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import type { View } from '@/lib/requests/view'
import { useNavigate } from '../../_components/use-navigate'

/**
 * Puts the list that the page has chosen into an address that names none, so that it stays when the
 * page is refreshed, loaded again or returned to. By the router: after `history.replaceState` the
 * next refresh is of another page for it, and a press meanwhile loads the document again.
 */
export function useViewInAddress(view: View, isChosen: boolean): void {
  const { navigate } = useNavigate({ quiet: true })
  const namesView = useSearchParams().has('view')

  const add = useEffectEvent(() =>
    navigate((search) => {
      const query = new URLSearchParams(search)
      if (!query.has('view')) query.set('view', view)
      return `?${query}`
    }),
  )
  useEffect(() => {
    if (isChosen && !namesView) add()
  }, [isChosen, namesView])
}
