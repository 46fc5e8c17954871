'use client'

import { useEffect } from 'react'
import { dismissToast, showToast } from '@/components/toasts'
import { useLive } from './live'

/** A dismissed toast returns after a successful read, or with another sentence. */
export function FailureToast({ failures }: { failures: string[] }) {
  const { refresh } = useLive()
  const sentence = new Set(failures).size > 1 ? 'Failed to load admin data.' : failures[0]
  useEffect(() => {
    const action = { label: 'Retry', onPress: () => void refresh(), stays: true }
    if (sentence) showToast({ tone: 'error', message: sentence, id: 'read', action })
    else dismissToast('read')
  }, [sentence, refresh])
  return null
}
