'use client'

import { Button } from '@/components/ui/button'
import { useLive } from './live'
import { PreviousIfFailed } from './previous-data'

/** If the part's own read fails, it keeps what was there before. */
export function Part({
  failed,
  sentence,
  children,
}: {
  failed: boolean
  sentence: string
  children: React.ReactNode
}) {
  return (
    <>
      {failed && <PartFailure sentence={sentence} />}
      <PreviousIfFailed failed={failed}>{children}</PreviousIfFailed>
    </>
  )
}

export function PartFailure({ sentence }: { sentence: string }) {
  const { refresh } = useLive()
  return (
    <div className="my-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-lg border border-border bg-muted/50 px-3 py-1">
      <p>{sentence}</p>
      <Button variant="outline" size="xs" onClick={() => void refresh()}>
        Retry
      </Button>
    </div>
  )
}
