'use client'

import { useEffect } from 'react'
import { showToast } from '@/components/toasts'

/** Shows a sentence in a toast; again only after there was none, or another, in between. */
export function ErrorToast({ sentence }: { sentence: string | null }) {
  useEffect(() => {
    if (sentence) showToast({ tone: 'error', title: 'Error', message: sentence, id: 'read' })
  }, [sentence])
  return null
}
