'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useNavigate } from '../_components/use-navigate'

/**
 * The request whose dialog is open, by id, and a way to open another or none. It opens at once with
 * what the list knows; the URL follows, and with it the whole request, when the site responds. A
 * link to another `?id=` opens that one.
 */
export function useOpenRequest() {
  const urlId = useSearchParams().get('id')
  const { navigate, pending } = useNavigate({ quiet: true })
  const [open, setOpen] = useState({ id: urlId, urlId })
  // The URL also changes by what we asked for a moment ago; that is no reason to go back to it.
  if (open.urlId !== urlId) setOpen({ id: pending ? open.id : urlId, urlId })

  function setOpenId(id: string | null) {
    setOpen({ id, urlId })
    navigate((query) => {
      const params = new URLSearchParams(query)
      params.delete('id')
      if (id) params.set('id', id)
      return params.size > 0 ? `?${params}` : ''
    })
  }
  return [open.id, setOpenId] as const
}
