'use client'

import { useSearchParams } from 'next/navigation'
import { createContext, use, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '../_components/use-navigate'

interface OpenRequest {
  /** The request whose dialog is open, by id. */
  openId: string | null
  setOpenId: (id: string | null) => void
  /** Whether the URL and the whole request are still loading. */
  pending: boolean
}

const OpenRequestContext = createContext<OpenRequest | null>(null)

const TRY_EVERY_MS = 3_000

/**
 * Holds which request's dialog is open. It opens at once with what the page knows; the URL follows,
 * and with it the whole request, when the site responds: while it does not, it is asked for again. A
 * link to another `?id=` opens that one.
 */
export function OpenRequestProvider({ children }: { children: React.ReactNode }) {
  const urlId = useSearchParams().get('id')
  const { navigate, pending } = useNavigate({ quiet: true })
  const [open, setOpen] = useState({ id: urlId, urlId })
  // The URL also changes by what we asked for a moment ago; that is no reason to go back to it.
  if (open.urlId !== urlId) setOpen({ id: pending ? open.id : urlId, urlId })

  function follow(id: string | null) {
    navigate((query) => {
      const params = new URLSearchParams(query)
      params.delete('id')
      if (id) params.set('id', id)
      return params.size > 0 ? `?${params}` : ''
    })
  }
  function setOpenId(id: string | null) {
    setOpen({ id, urlId })
    follow(id)
  }

  const followAgain = useEffectEvent(() => {
    if (navigator.onLine) follow(open.id)
  })
  const isBehind = open.id !== urlId && !pending
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(followAgain, TRY_EVERY_MS)
    return () => clearInterval(timer)
  }, [isBehind])

  return <OpenRequestContext value={{ openId: open.id, setOpenId, pending }}>{children}</OpenRequestContext>
}

/** Throws outside an `OpenRequestProvider`. */
export function useOpenRequest(): OpenRequest {
  const open = use(OpenRequestContext)
  if (!open) throw new Error('useOpenRequest must be used within an OpenRequestProvider')
  return open
}
