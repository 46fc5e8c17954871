'use client'

import { use, useEffect } from 'react'
import { dismissToast, showToast } from '@/components/toasts'

/**
 * Says in one message that something of the page could not be read, whatever it was, until all can
 * be: `failures` are its sentences. Shown again only after there was none, or another, in between.
 */
export function FailureToast({ failures }: { failures: Promise<string[]> }) {
  const [first, ...more] = new Set(use(failures))
  const sentence = more.length > 0 ? 'Failed to load admin data.' : first
  useEffect(() => {
    if (sentence) showToast({ tone: 'error', message: sentence, id: 'read' })
    else dismissToast('read')
  }, [sentence])
  return null
}
