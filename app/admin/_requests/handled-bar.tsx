'use client'

import { Button } from '@/components/ui/button'
import type { AdminRequest } from '@/lib/requests/request'
import { truncate } from './truncate'

interface HandledBarProps {
  /** The next request that waits for an answer. */
  next: AdminRequest | undefined
  onOpen: (request: AdminRequest) => void
  onTidyUp: React.MouseEventHandler
}

/** Buttons after an answer: open the next request, or remove the handled rows from the list. */
export function HandledBar({ next, onOpen, onTidyUp }: HandledBarProps) {
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
        Tidy up
      </Button>
    </div>
  )
}
