'use client'

import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/use-hydrated'
import { useLive } from './live'

/** Hidden after several failures: `FailureToast` shows one error for all. */
export function ReadFailure({ sentence }: { sentence: string }) {
  const { failed, refresh } = useLive()
  const isHydrated = useHydrated()
  // Some parts hydrate after `failed` is set: without `isHydrated` they would differ from the server's HTML.
  if (isHydrated && failed !== null && failed > 1) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-status-red px-3 py-2 text-sm text-status-red-foreground">
      <p>{sentence}</p>
      <Button variant="outline" size="sm" className="border-current" onClick={() => void refresh()}>
        Retry
      </Button>
    </div>
  )
}
