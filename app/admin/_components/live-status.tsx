'use client'

import { formatTime, STUDIO_ZONE, timeAt } from '@/lib/dates'
import { cn } from '@/lib/utils'
import { useLive } from './live'

/**
 * Whether the page follows by itself, and when it was last read: milliseconds on the server's
 * clock.
 */
export function LiveStatus({ readAt }: { readAt: number }) {
  const { live } = useLive()
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
      <span>
        updated <time>{formatTime(timeAt(new Date(readAt), STUDIO_ZONE), true)}</time>
      </span>
    </p>
  )
}
