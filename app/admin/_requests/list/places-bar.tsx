'use client'

import { Button } from '@/components/ui/button'
import type { AdminRequest } from '@/lib/requests/request'
import { truncate } from './truncate'

interface PlacesBarProps {
  /** How many requests the list has that are not shown, because they come between others. */
  news: number
  /** The next request that waits for an answer. */
  next: AdminRequest | undefined
  onOpen: (request: AdminRequest) => void
  onTidyUp: React.MouseEventHandler
}

/** Buttons beside a list that is not as it is shown: open the next request, or show the list as it is. */
export function PlacesBar({ news, next, onOpen, onTidyUp }: PlacesBarProps) {
  return (
    <div
      role="group"
      aria-label="Handled rows"
      className="flex shrink-0 items-center border-l border-border pl-1"
    >
      {next && (
        <Button
          size="sm"
          variant="ghost"
          className="max-sm:px-2"
          aria-label={`Next: ${next.name}`}
          onClick={() => onOpen(next)}
        >
          <span>
            Next
            <span className="max-md:hidden">
              : <bdi>{truncate(next.name, 20)}</bdi>
            </span>
          </span>
        </Button>
      )}
      <Button size="sm" variant="ghost" className="text-muted-foreground max-sm:px-2" onClick={onTidyUp}>
        {news > 0 ? `Show ${news} new` : 'Tidy up'}
      </Button>
    </div>
  )
}
