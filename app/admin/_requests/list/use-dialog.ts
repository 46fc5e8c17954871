import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../../_components/live'

/**
 * `open` adds a history entry, so that Back closes the dialog. `close` keeps this entry, so that ten dialogs
 * add only one; it does nothing if the dialog shows another row.
 */
export function useDialog() {
  const { refresh } = useLive()
  const [id, setId] = useState<string | null>(null)
  /** The URL of the added history entry; null without one. */
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
