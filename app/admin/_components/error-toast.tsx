'use client'

import { useEffect } from 'react'
import { dismissToast, showToast } from '@/components/toasts'

/** Shows a sentence in a toast until there is none: again only after there was none, or another, in between. */
export function ErrorToast({ sentence }: { sentence: string | null }) {
  useEffect(() => {
    if (sentence) showToast({ tone: 'error', title: 'Error', message: sentence, id: 'read' })
    else dismissToast('read')
  }, [sentence])
  return null
}
