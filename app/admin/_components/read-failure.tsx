'use client'

import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/use-hydrated'
import { useLive } from './live'

/**
 * Shown instead of a part that could not be read: its sentence and a Retry button. When several
 * parts fail, one toast covers all of them (`FailureToast`).
 */
export function ReadFailure({ sentence }: { sentence: string }) {
  const { failed, refresh } = useLive()
  const isHydrated = useHydrated()
  // What the server sends has all of them: of the times of a date, which are hydrated later, too.
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
