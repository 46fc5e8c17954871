'use client'

import { use, useEffect } from 'react'
import { dismissToast, showToast } from '@/components/toasts'
import { useLive } from './live'

/**
 * Shows one toast for all failed reads: their sentence if they share one, else a general one. A dismissed
 * toast returns after a successful read, or with another sentence.
 */
export function FailureToast({ failures }: { failures: Promise<string[]> }) {
  const { refresh } = useLive()
  const sentences = use(failures)
  const isSeveral = sentences.length > 1
  const sentence = new Set(sentences).size > 1 ? 'Failed to load admin data.' : sentences[0]
  useEffect(() => {
    // A single failed part of the page has its own Retry button.
    const action = isSeveral ? { label: 'Retry', onPress: () => void refresh(), stays: true } : undefined
    if (sentence) showToast({ tone: 'error', message: sentence, id: 'read', action })
    else dismissToast('read')
  }, [sentence, isSeveral, refresh])
  return null
}
