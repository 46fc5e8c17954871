'use client'

import { use, useEffect } from 'react'
import { dismissToast, showToast } from '@/components/toasts'
import { useLive } from './live'

interface FailureToastProps {
  failures: string[]
  /** The read that the page streams after the others. */
  last?: Promise<{ failure: string | null }> | null
}

/**
 * Shows one toast with Retry for all failed reads: their sentence if they share one, else a general one. A
 * dismissed toast returns after a successful read, or with another sentence.
 */
export function FailureToast({ failures, last }: FailureToastProps) {
  const { refresh } = useLive()
  const failure = last && use(last).failure
  const sentences = failure ? [...failures, failure] : failures
  const sentence = new Set(sentences).size > 1 ? 'Failed to load admin data.' : sentences[0]
  useEffect(() => {
    const action = { label: 'Retry', onPress: () => void refresh(), stays: true }
    if (sentence) showToast({ tone: 'error', message: sentence, id: 'read', action })
    else dismissToast('read')
  }, [sentence, refresh])
  return null
}
