'use client'

import { use, useEffect } from 'react'
import { dismissToast, showToast } from '@/components/toasts'
import { useLive } from './live'

/**
 * Shows one toast while parts of the page could not be read; `failures` are their sentences: theirs,
 * if it is the same for all. A
 * toast that was dismissed comes back only after a successful read or with another sentence.
 */
export function FailureToast({ failures }: { failures: Promise<string[]> }) {
  const { refresh } = useLive()
  const sentences = use(failures)
  const isSeveral = sentences.length > 1
  const sentence = new Set(sentences).size > 1 ? 'Failed to load admin data.' : sentences[0]
  useEffect(() => {
    // A single part has its own Retry button.
    const action = isSeveral ? { label: 'Retry', onPress: () => void refresh(), stays: true } : undefined
    if (sentence) showToast({ tone: 'error', message: sentence, id: 'read', action })
    else dismissToast('read')
  }, [sentence, isSeveral, refresh])
  return null
}
