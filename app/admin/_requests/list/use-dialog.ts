import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../../_components/live'

/**
 * The dialog of a row; `id` is the open row's. `open` adds a history entry, so that Back closes the dialog.
 * `close` keeps that entry, so that ten dialogs add one; it does nothing if another row's dialog is open.
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
    if (id !== null) void refresh() // Next shows its cached list
    setId(null)
  })
  useEffect(() => {
    addEventListener('popstate', onTraverse)
    return () => removeEventListener('popstate', onTraverse)
  }, [])
  return { id, open, close: (one: string) => setId((now) => (now === one ? null : now)) }
}
