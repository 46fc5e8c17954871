import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { readStorage, writeStorage } from '@/lib/browser-storage'

/**
 * A request that was sent without a known success: its id, and its `time` as the form's value; ''
 * when that was refused.
 */
interface OpenRequest {
  id: string
  time: string
}

const MINE = 'booking-request'
const free = (id: string) => `booking-request:${id}`

// With Back, Next renders a page with its first props, whose id may have been stored since.
const stored = new Set<string>()

/**
 * Saves an open request while its page is hidden: the request in sessionStorage, and in
 * localStorage a mark that no tab is using it. A duplicated tab has a copy of the sessionStorage,
 * but only the first tab that comes back finds the mark, and removes it.
 */
function save(request: OpenRequest): void {
  writeStorage('sessionStorage', MINE, JSON.stringify(request))
  writeStorage('localStorage', free(request.id), '1')
}

/**
 * Restores the request that this tab saved. Null when there is none, or another tab is using it.
 */
function restore(): OpenRequest | null {
  const text = readStorage('sessionStorage', MINE)
  writeStorage('sessionStorage', MINE, null)
  try {
    const { id, time } = JSON.parse(text ?? '{}') as Partial<OpenRequest>
    if (typeof id !== 'string' || typeof time !== 'string' || !readStorage('localStorage', free(id)))
      return null
    writeStorage('localStorage', free(id), null)
    return { id, time }
  } catch {
    return null
  }
}

/**
 * A new id; '' without https, where browsers have no `randomUUID`. The database then creates an id
 * for each submit.
 */
function freshId(): string {
  return isSecureContext ? crypto.randomUUID() : ''
}

/**
 * The id of the form's request. The database stores one row for each id, so the id stays the same
 * from the first submit until a success, also after a reload or a visit to another page, and two
 * tabs never share one. `first` is the id that the server rendered. `wasStored` is true when the
 * page is the response to a form that was posted before hydration and stored. `onRestored` is
 * called with the `time` of a request that is restored.
 */
export function useRequestId(first: string, wasStored: boolean, onRestored: (time: string) => void) {
  const [requestId, setId] = useState(first)
  const open = useRef<OpenRequest | null>(null)
  const away = useRef(true)

  function leave() {
    away.current = true
    if (open.current) save(open.current)
  }
  const arrive = useEffectEvent(() => {
    if (!away.current) return
    away.current = false
    const before = open.current
    open.current = restore()
    if (open.current) {
      setId(open.current.id)
      if (!before) onRestored(open.current.time)
    } else if (before || stored.has(requestId)) setId(freshId())
  })
  const forgetStored = useEffectEvent(() => {
    // The same form may have been sent once more after hydration, and its response has not been
    // waited for.
    if (wasStored) restore()
  })
  useLayoutEffect(() => {
    const onVisibility = () => (document.hidden ? leave() : arrive())
    forgetStored()
    arrive()
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('pagehide', leave)
    addEventListener('pageshow', arrive)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', arrive)
    }
  }, [])

  return {
    requestId,
    /** Call it when the form is sent, with its `time`. */
    onSend(time: string) {
      open.current = { id: requestId, time }
    },
    /**
     * Call it when the time was refused: the request may still be stored with an earlier one, but
     * not with this.
     */
    onRefused() {
      open.current = { id: requestId, time: '' }
      // It may have been saved while the response was on its way. Without the mark, which another
      // tab may have removed.
      if (away.current) writeStorage('sessionStorage', MINE, JSON.stringify(open.current))
    },
    /** Call it after a success. `next` is the id for the next request. */
    onStored(next: string) {
      stored.add(requestId)
      open.current = null
      restore() // it may have been saved while the response was on its way
      setId(next)
    },
  }
}
