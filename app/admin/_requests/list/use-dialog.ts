'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../../_components/live'

/**
 * The id of the row whose dialog is open. Opening adds a history entry, so that Back closes the dialog.
 * Closing keeps the entry for the next dialog, so that ten dialogs add one entry. `close` ignores a dialog
 * that another one has replaced.
 */
export function useDialog() {
  const { refresh } = useLive()
  const [id, setId] = useState<string | null>(null)
  /** The address of the added entry. */
  const entry = useRef<string | null>(null)

  function open(next: string) {
    if (entry.current !== location.href) history.pushState(null, '', location.href)
    entry.current = location.href
    setId(next)
  }
  const onTraverse = useEffectEvent(() => {
    entry.current = null
    if (id !== null) void refresh() // updates the list, which is as old as the visit
    setId(null)
  })
  useEffect(() => {
    addEventListener('popstate', onTraverse)
    return () => removeEventListener('popstate', onTraverse)
  }, [])
  return { id, open, close: (one: string) => setId((now) => (now === one ? null : now)) }
}
