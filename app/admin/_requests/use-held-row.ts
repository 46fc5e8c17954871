'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { AdminRequest, Status } from '@/lib/requests/request'
import { readRequest } from './actions'

/**
 * Keeps the row that holds the focus, or whose dialog is open, where it stands when it no longer
 * belongs to the page: other rows have pushed it out, or its new status has. `list` names the list;
 * with another one nothing is held.
 */
export function useHeldRow(rows: AdminRequest[], list: string) {
  const [held, setHeld] = useState<{ request: AdminRequest; index: number; list: string } | null>(null)
  const gone = held && held.list === list && !rows.some(({ id }) => id === held.request.id)
  // The page's rows no longer say what became of it.
  const goneId = gone ? held.request.id : null
  const readAgain = useEffectEvent((id: string) => {
    const put = (request: AdminRequest | null) =>
      setHeld((now) => (now && request && now.request.id === id ? { ...now, request } : now))
    readRequest(id).then(put, () => {})
  })
  useEffect(() => {
    if (goneId) readAgain(goneId)
  }, [goneId, rows])
  const shown = gone ? rows.toSpliced(Math.min(held.index, rows.length), 0, held.request) : rows

  function hold(request: AdminRequest | null) {
    const index = shown.findIndex(({ id }) => id === request?.id)
    setHeld(request && index >= 0 ? { request, index, list } : null)
  }
  /** Gives a held row the status that was just set. */
  function setHeldStatus(requests: AdminRequest[], status: Status) {
    setHeld((now) =>
      now && requests.some(({ id }) => id === now.request.id)
        ? { ...now, request: { ...now.request, status } as AdminRequest }
        : now,
    )
  }
  return { shown, hold, setHeldStatus }
}
