'use client'

import { useSearchParams } from 'next/navigation'
import { createContext, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { AdminRequest } from '@/lib/requests/request'
import { useLive } from '../_components/live'
import { useNavigate } from '../_components/use-navigate'

interface OpenRequest {
  /** The request whose dialog is open, by id. */
  openId: string | null
  /** The same as a list had it; undefined for one that was opened by its id. */
  row: AdminRequest | undefined
  /** Opens a request at once, as a list has it. */
  open: (request: AdminRequest) => void
  /** Opens one of which no list has enough, once the site has responded. */
  openById: (id: string) => void
  /** Closes this request; nothing if it is not the open one, as after a change. */
  close: (id: string) => void
  /** Whether the URL and the whole request are still loading. */
  pending: boolean
}

const OpenRequestContext = createContext<OpenRequest | null>(null)

const TRY_EVERY_MS = 3_000

/**
 * Holds which request is open. It opens at once with what a list knows; the URL follows,
 * and with it the whole request, when the site responds: while it does not, it is asked for again. A
 * link to another `?id=` opens that one. Opening adds a history entry, so that Back closes it.
 */
export function OpenRequestProvider({ children }: { children: React.ReactNode }) {
  const urlId = useSearchParams().get('id')
  const { navigate, pending } = useNavigate({ quiet: true })
  const byId = useNavigate()
  const { refresh } = useLive()
  const [open, setOpen] = useState({ id: urlId, urlId })
  /** What was opened from a list, by id: Back and Forward show it at once too. */
  const [rows, setRows] = useState<Record<string, AdminRequest>>({})
  /** The list that is in the history entry below this one, as a query. */
  const below = useRef<string | null>(null)
  // The URL also changes by what we asked for a moment ago; that is no reason to go back to it.
  if (open.urlId !== urlId) setOpen({ id: pending ? open.id : urlId, urlId })

  const openNow = useRef(open.id)
  useLayoutEffect(() => {
    openNow.current = open.id
  }, [open.id])

  function follow(id: string | null) {
    navigate((query) => withId(query, id))
  }
  function show(request: AdminRequest) {
    if (!open.id) addEntry()
    setRows((now) => ({ ...now, [request.id]: request }))
    setOpen({ id: request.id, urlId })
    follow(request.id)
  }
  function close(id: string) {
    if (openNow.current !== id) return
    setOpen({ id: null, urlId })
    follow(null)
  }
  function openById(id: string) {
    if (!open.id) addEntry()
    byId.navigate((query) => withId(query, id))
  }
  /**
   * Here, and not when the site has responded, so that Back does the same at once. Closing leaves
   * the entry, with the list in it, for the next one that is opened: Back after ten is not ten.
   */
  function addEntry() {
    const list = withId(location.search, null)
    if (below.current === list) return
    history.pushState(null, '', location.href)
    below.current = list
  }

  const onTraverse = useEffectEvent(() => {
    below.current = null
    const id = new URLSearchParams(location.search).get('id')
    if (id === open.id) return
    setOpen({ id, urlId })
    follow(id)
    void refresh() // the list as it is now, not as it was when it was left
  })
  useEffect(() => {
    addEventListener('popstate', onTraverse)
    return () => removeEventListener('popstate', onTraverse)
  }, [])

  const followAgain = useEffectEvent(() => {
    if (navigator.onLine) follow(open.id)
  })
  const isBehind = open.id !== urlId && !pending
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(followAgain, TRY_EVERY_MS)
    return () => clearInterval(timer)
  }, [isBehind])

  const row = open.id === null ? undefined : rows[open.id]
  return (
    <OpenRequestContext value={{ openId: open.id, row, open: show, openById, close, pending }}>
      {children}
    </OpenRequestContext>
  )
}

function withId(query: string, id: string | null): string {
  const params = new URLSearchParams(query)
  params.delete('id')
  if (id) params.set('id', id)
  return params.size > 0 ? `?${params}` : ''
}

/** Throws outside an `OpenRequestProvider`. */
export function useOpenRequest(): OpenRequest {
  const open = use(OpenRequestContext)
  if (!open) throw new Error('useOpenRequest must be used within an OpenRequestProvider')
  return open
}
