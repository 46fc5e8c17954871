'use client'

import { useEffect, useState } from 'react'
import { showToast } from '@/components/toasts'
import { useLive } from '../_components/live'

/** The sentence for dates that could not be read. */
export const DATES_FAILURE = 'Failed to fetch availability exceptions.'

interface Response<Data> {
  path: string
  data: Data | null
}

/**
 * Reads JSON of the admin's own: 'loading' until it is known, 'failed' when it could not be read. Read anew whenever the page's data are,
 * and by `again`.
 */
export function useRead<Data extends object>(path: string | null) {
  const { readAt } = useLive().desk
  const [response, setResponse] = useState<Response<Data> | null>(null)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (!path) return
    const controller = new AbortController()
    fetchJson<Data>(path, controller.signal).then(
      (data) => setResponse({ path, data }),
      () => {
        if (controller.signal.aborted) return
        // Offline, the page says so itself; what was read before stays.
        setResponse((before) => (!navigator.onLine && before?.path === path ? before : { path, data: null }))
      },
    )
    return () => controller.abort()
  }, [path, readAt, tries])

  const current = response?.path === path ? response : null
  const failed = current !== null && current.data === null
  useEffect(() => {
    if (failed) showToast({ tone: 'error', title: 'Error', message: DATES_FAILURE, id: DATES_FAILURE })
  }, [failed])

  const data: Data | 'loading' | 'failed' = failed ? 'failed' : (current?.data ?? 'loading')
  return { data, again: () => setTries((count) => count + 1) }
}

async function fetchJson<Data>(path: string, signal: AbortSignal): Promise<Data> {
  const response = await fetch(path, { signal, cache: 'no-store' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as Data
}
