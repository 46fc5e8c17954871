'use client'

import { use, useEffect } from 'react'
import { dismissToast, showToast } from '@/components/toasts'
import { useLive } from './live'

/**
 * Says in one message that something of the page could not be read, whatever it was, until all can
 * be: `failures` are its sentences. Shown again only after there was none, or another, in between.
 */
export function FailureToast({ failures }: { failures: Promise<string[]> }) {
  const { refresh } = useLive()
  const sentences = use(failures)
  const isSeveral = sentences.length > 1
  const sentence = isSeveral ? 'Failed to load admin data.' : sentences[0]
  useEffect(() => {
    // One part that could not be read has its own button.
    const action = isSeveral ? { label: 'Retry', onPress: () => void refresh(), stays: true } : undefined
    if (sentence) showToast({ tone: 'error', message: sentence, id: 'read', action })
    else dismissToast('read')
  }, [sentence, isSeveral, refresh])
  return null
}
