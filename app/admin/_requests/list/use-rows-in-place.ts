'use client'

import { useEffect, useRef, useState } from 'react'
import type { AdminRequest } from '@/lib/requests/request'
import { readRequests } from '../read-requests'

/** The rows in the places that they have on the screen. */
interface Places {
  /** The page that they are from, and the name of its list. */
  page: AdminRequest[]
  list: string
  /** The ids, as shown. */
  ids: string[]
  /** How each of them was last. */
  known: Map<string, AdminRequest>
  /** The ids of those that were handled here, the latest last. */
  handled: string[]
  /** Whether anybody has been at the list: until then it is the server's. */
  isUsed: boolean
}

/** So long after a press another, quick one may follow that is meant for what stood there. */
const STILL_MS = 1_000

/**
 * The page's rows, each where it was shown when the list was chosen (`list` names it): once a pointer or
 * the focus has come to the list, none comes between others, goes or moves, or the next press would land
 * on another person's. What each says is live, also of those that have `left` the page. What comes after
 * all others is added at once; `news` is how many come between, until `takeServers` shows the server's
 * rows. While a pointer is down, and for a second after, nothing is added either.
 */
export function useRowsInPlace(page: AdminRequest[], list: string) {
  const [places, setPlaces] = useState(() => begin(page, list))
  const isPressed = usePressed()
  const rowPressed = useRef(-Infinity)
  // Another list comes with another page.
  if (page !== places.page && (!isPressed || list !== places.list)) setPlaces(follow(places, page, list))

  const inPage = new Map(page.map((request) => [request.id, request]))
  const rows = places.ids.flatMap((id) => inPage.get(id) ?? places.known.get(id) ?? [])
  const left = new Set(places.ids.filter((id) => !inPage.has(id)))
  // Of the page before a press: what is beside the list stays while it is pressed, too.
  const server = places.page.map(({ id }) => id)

  const leftIds = [...left].join(' ')
  useEffect(() => {
    if (!leftIds) return
    let isLate = false
    void readRequests(leftIds.split(' ')).then((read) => {
      if (read && !isLate) setPlaces((now) => ({ ...now, known: merge(now.known, read) }))
    })
    return () => {
      isLate = true
    }
  }, [leftIds, page])

  /** Shows requests as they are given until the server says more, and marks them as handled or no longer. */
  function put(requests: AdminRequest[], isHandled: boolean) {
    setPlaces((now) => {
      const shown = requests.filter(({ id }) => now.ids.includes(id))
      const others = now.handled.filter((id) => !shown.some((request) => request.id === id))
      const handled = [...others, ...(isHandled ? shown.map(({ id }) => id) : [])]
      return { ...now, known: merge(now.known, shown), handled, isUsed: true }
    })
  }

  /** Shows the server's rows; returns whether it did. */
  function takeServers(event?: { timeStamp: number }): boolean {
    if (event && event.timeStamp - rowPressed.current < STILL_MS) return false
    setPlaces(begin(page, list))
    return true
  }

  const use = () => places.isUsed || setPlaces((now) => ({ ...now, isUsed: true }))
  return {
    rows,
    left,
    handled: places.handled,
    news: server.filter((id) => !places.ids.includes(id)).length,
    isUntidy: places.handled.length > 0 || server.join() !== places.ids.join(),
    isPressed,
    put,
    takeServers,
    /** For the element that has the rows. */
    listeners: {
      onFocus: use,
      onPointerDown: use,
      onPointerMove: use, // not where a pointer only rests
      onPointerUp: ({ timeStamp }: React.PointerEvent) => (rowPressed.current = timeStamp),
    },
  }
}

function begin(page: AdminRequest[], list: string): Places {
  const ids = page.map(({ id }) => id)
  return { page, list, ids, known: merge(new Map(), page), handled: [], isUsed: false }
}

/** The places once the server has another page. */
function follow(places: Places, page: AdminRequest[], list: string): Places {
  if (list !== places.list || !places.isUsed) return begin(page, list)
  const after = page.slice(page.findLastIndex(({ id }) => places.ids.includes(id)) + 1)
  return {
    ...places,
    page,
    ids: [...places.ids, ...after.map(({ id }) => id)],
    known: merge(places.known, page),
  }
}

function merge(known: Map<string, AdminRequest>, requests: AdminRequest[]): Map<string, AdminRequest> {
  return new Map([...known, ...requests.map((request) => [request.id, request] as const)])
}

/**
 * Whether a pointer is down, or was less than a second ago. Content must not move then, or the
 * press, or a quick second one, would hit something else.
 */
function usePressed(): boolean {
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function press() {
      clearTimeout(timer)
      setPressed(true)
    }
    function release() {
      clearTimeout(timer)
      timer = setTimeout(() => setPressed(false), STILL_MS)
    }
    const capture = { capture: true } // before what is pressed takes the event for itself
    addEventListener('pointerdown', press, capture)
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, capture)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', press, capture)
      for (const end of ['pointerup', 'pointercancel']) removeEventListener(end, release, capture)
    }
  }, [])
  return pressed
}
