'use client'

import { useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { useLive } from './live'

/**
 * Shown instead of a part that could not be read: its sentence and a Retry button. When several
 * parts fail, one toast covers all of them (`FailureToast`).
 */
export function ReadFailure({ sentence }: { sentence: string }) {
  const { failed, refresh } = useLive()
  // What the server sends has all of them: of the times of a date, which are hydrated later, too.
  const isOneOfSeveral = useSyncExternalStore(
    subscribe,
    () => failed !== null && failed > 1,
    () => false,
  )
  if (isOneOfSeveral) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-status-red px-3 py-2 text-sm text-status-red-foreground">
      <p>{sentence}</p>
      <Button variant="outline" size="sm" className="border-current" onClick={refresh}>
        Retry
      </Button>
    </div>
  )
}

/** There is nothing to subscribe to: it is rendered anew when `failed` changes. */
const subscribe = () => () => {}
