'use client'

import { Button } from '@/components/ui/button'
import type { AdminRequest } from '@/lib/requests/request'
import { truncate } from './truncate'

interface HandledBarProps {
  /** The next request that waits for an answer. */
  next: AdminRequest | undefined
  onOpen: (request: AdminRequest) => void
  onTidyUp: () => void
}

/** Buttons after an answer: open the next request, or remove the handled rows from the list. */
export function HandledBar({ next, onOpen, onTidyUp }: HandledBarProps) {
  return (
    <div
      role="group"
      aria-label="Handled rows"
      className="flex max-w-full items-center gap-x-1 rounded-2xl border border-border bg-card px-3 py-1.5 shadow-lg"
    >
      {next && (
        <Button
          size="sm"
          variant="ghost"
          className="min-w-0"
          aria-label={`Next: ${next.name}`}
          onClick={() => onOpen(next)}
        >
          <span className="truncate">
            Next: <bdi>{truncate(next.name, 20)}</bdi>
          </span>
        </Button>
      )}
      <Button size="sm" variant="ghost" className="text-muted-foreground" onClick={onTidyUp}>
        Tidy up
      </Button>
    </div>
  )
}
