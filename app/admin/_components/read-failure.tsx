'use client'

import { useEffect } from 'react'
import { showToast } from '@/components/toasts'
import { Button } from '@/components/ui/button'
import { useLive } from './live'

/** Says once, in a toast, that something could not be read; again only after it worked in between. */
export function ReadFailureToast({ sentence }: { sentence: string | null }) {
  useEffect(() => {
    if (sentence) showToast({ tone: 'error', title: 'Error', message: sentence })
  }, [sentence])
  return null
}

/** In the place of what could not be read: the sentence and another try. */
export function ReadFailure({ sentence, onRetry }: { sentence: string; onRetry?: () => void }) {
  const { refresh } = useLive()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-status-red px-3 py-2 text-sm text-status-red-foreground">
      <p>{sentence}</p>
      <Button variant="outline" size="sm" className="border-current" onClick={onRetry ?? refresh}>
        Retry
      </Button>
    </div>
  )
}
