import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { keep, readStored } from '@/components/browser-storage'

/** A request that was sent and of which no success is known: its id, and the time it asked for as the form's value. */
interface OpenRequest {
  id: string
  time: string
}

const MINE = 'booking-request'
const free = (id: string) => `booking-request:${id}`

// Next brings a page back as it was sent at first: with an id that may have been stored since.
const stored = new Set<string>()

/**
 * Puts an open request down while its page is away: this tab's storage says which it was, the storage of all tabs that nobody has it. A
 * duplicated tab has a copy of the first only; whoever comes back first takes the second away.
 */
function putDown(request: OpenRequest): void {
  keep('sessionStorage', MINE, JSON.stringify(request))
  keep('localStorage', free(request.id), '1')
}

/** Takes up what this tab put down; null when there is nothing, or another tab has it. */
function takeUp(): OpenRequest | null {
  const text = readStored('sessionStorage', MINE)
  keep('sessionStorage', MINE, null)
  try {
    const { id, time } = JSON.parse(text ?? '{}') as Partial<OpenRequest>
    if (typeof id !== 'string' || typeof time !== 'string' || !readStored('localStorage', free(id)))
      return null
    keep('localStorage', free(id), null)
    return { id, time }
  } catch {
    return null
  }
}

/** Without https a browser makes no ids; the database then makes one for each press. */
function freshId(): string {
  return isSecureContext ? crypto.randomUUID() : ''
}

/**
 * The id of the form's request. One id is one row: it is kept from the first press to the success, also over a reload and a look at another
 * page, and two tabs never have the same. `first` is the server's. `onTakenUp` gets the time that a request asked for which this tab takes
 * up again.
 */
export function useRequestId(first: string, onTakenUp: (time: string) => void) {
  const [requestId, setId] = useState(first)
  const open = useRef<OpenRequest | null>(null)
  const away = useRef(true)

  function leave() {
    away.current = true
    if (open.current) putDown(open.current)
  }
  const arrive = useEffectEvent(() => {
    if (!away.current) return
    away.current = false
    const before = open.current
    open.current = takeUp()
    if (open.current) {
      setId(open.current.id)
      if (!before) onTakenUp(open.current.time)
    } else if (before || stored.has(requestId)) setId(freshId())
  })
  useLayoutEffect(() => {
    const onVisibility = () => (document.hidden ? leave() : arrive())
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
    /** The form is being sent with this time. */
    onSend(time: string) {
      open.current = { id: requestId, time }
    },
    /** It is stored; `next` is for another one. */
    onStored(next: string) {
      stored.add(requestId)
      open.current = null
      takeUp() // when it was put down while the response was on its way
      setId(next)
    },
  }
}
