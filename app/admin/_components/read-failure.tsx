'use client'

import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/use-hydrated'
import { useLive } from './live'

/**
 * Replaces a part that could not be read: its error and a Retry button. When several parts fail,
 * `FailureToast` covers all of them.
 */
export function ReadFailure({ sentence }: { sentence: string }) {
  const { failed, refresh } = useLive()
  const isHydrated = useHydrated()
  // The server's HTML always has it. A date's times hydrate after `failed` is known, so `isHydrated` prevents
  // a mismatch.
  if (isHydrated && failed !== null && failed > 1) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-status-red px-3 py-2 text-sm text-status-red-foreground">
      <p>{sentence}</p>
      <Button variant="outline" size="sm" className="border-current" onClick={refresh}>
        Retry
      </Button>
    </div>
  )
}
