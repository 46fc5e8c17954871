'use client'

import { formatTime, STUDIO_ZONE, timeAt } from '@/lib/dates'
import { cn } from '@/lib/utils'
import { usePreviousData } from './previous-data'
import { useLive } from './live'

/**
 * Whether the page updates by itself, and when all of it was last read: milliseconds on the
 * server's clock; null when a part could not be read.
 */
export function LiveStatus({ readAt }: { readAt: number | null }) {
  const { live } = useLive()
  const shown = usePreviousData({ data: readAt, failure: null })
  const word = live ? 'Live' : live === false ? 'Reconnecting' : 'Connecting'
  return (
    <p className="flex items-center gap-2 text-sm whitespace-nowrap text-muted-foreground">
      <span
        aria-hidden
        className={cn(
          'size-2 rounded-full',
          live ? 'bg-status-green-foreground' : 'bg-status-yellow-foreground',
        )}
      />
      <span role="status" className="font-medium text-foreground">
        {word}
      </span>
      {shown !== null && (
        <span>
          updated <time>{formatTime(timeAt(new Date(shown), STUDIO_ZONE), true)}</time>
        </span>
      )}
    </p>
  )
}
