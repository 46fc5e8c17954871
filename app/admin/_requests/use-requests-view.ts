'use client'

import { useOptimistic } from 'react'
import { type RequestsView, writeView } from '@/lib/requests/view'
import { useNavigate } from '../_components/use-navigate'

/**
 * How the list is looked at, and a way to change it. `view` is what was asked for last, so that controls follow at once; the rows follow
 * when the server has sent them. `openId` is the open record, which stays open.
 */
export function useRequestsView(shown: RequestsView, openId: string | null) {
  const { navigate, pending } = useNavigate()
  const [view, showView] = useOptimistic(shown)

  function setView(next: RequestsView) {
    navigate(
      (query) => writeView({ ...next, id: openId }, query),
      () => showView(next),
    )
  }
  return { view, setView, pending }
}
