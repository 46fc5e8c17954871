'use client'

import { Button } from '@/components/ui/button'
import type { AdminRequest } from '@/lib/requests/request'
import { truncate } from './truncate'

/** Opens the next request that waits for an answer. */
export function NextButton({
  next,
  onOpen,
}: {
  next: AdminRequest
  onOpen: (request: AdminRequest) => void
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="shrink-0 max-sm:px-2"
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
  )
}
