'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../../_components/live'

/**
 * The row whose dialog is open, by id. Opening adds a history entry, so that Back closes it; closing it
 * leaves the entry for the next one, so that Back after ten is not ten. `close` does nothing when another
 * one was opened since.
 */
export function useDialog() {
  const { refresh } = useLive()
  const [id, setId] = useState<string | null>(null)
  /** The address of the entry that was added. */
  const entry = useRef<string | null>(null)

  function open(next: string) {
    if (entry.current !== location.href) history.pushState(null, '', location.href)
    entry.current = location.href
    setId(next)
  }
  const onTraverse = useEffectEvent(() => {
    entry.current = null
    if (id !== null) void refresh() // the list as it is now, not as it was when it was left
    setId(null)
  })
  useEffect(() => {
    addEventListener('popstate', onTraverse)
    return () => removeEventListener('popstate', onTraverse)
  }, [])
  return { id, open, close: (one: string) => setId((now) => (now === one ? null : now)) }
}
