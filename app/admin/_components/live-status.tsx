'use client'

import { formatTime, STUDIO_ZONE, timeAt } from '@/lib/dates'
import { cn } from '@/lib/utils'
import { usePreviousData } from './previous-data'
import { useLive } from './live'

/** `readAt` is in milliseconds on the server's clock, null if a read failed. */
export function LiveStatus({ readAt }: { readAt: number | null }) {
  const { live } = useLive()
  const shown = usePreviousData(readAt)
  const word = live ? 'Live' : live === false ? 'Reconnecting' : 'Connecting'
  return (
    <p className="flex shrink-0 items-center gap-2 whitespace-nowrap text-muted-foreground">
      <span
        aria-hidden
        className={cn(
          'size-2 rounded-full forced-colors:bg-[CanvasText]',
          live ? 'bg-status-green-foreground' : 'bg-status-yellow-foreground',
        )}
      />
      <span role="status" className={cn('font-medium text-foreground', live !== false && 'max-sm:sr-only')}>
        {word}
      </span>
      {shown !== null && (
        <time title="Read at" className="max-sm:sr-only">
          {formatTime(timeAt(new Date(shown), STUDIO_ZONE), true)}
        </time>
      )}
    </p>
  )
}
