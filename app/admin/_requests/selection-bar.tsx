'use client'

import { Button } from '@/components/ui/button'
import { type AdminRequest, nextStatuses, settableStatuses, type Status } from '@/lib/requests/request'
import { kindPlurals, verbs } from './labels'

interface SelectionBarProps {
  /** Rows of one kind; without any there is no bar. */
  selected: AdminRequest[]
  pending: boolean
  onStatus: (requests: AdminRequest[], status: Status) => void
  onClear: () => void
}

/** What can be done with all selected rows at once. Those that it does not suit are left out. */
export function SelectionBar({ selected, pending, onStatus, onClear }: SelectionBarProps) {
  const [first] = selected
  if (!first) return null
  const kind = selected.length === 1 ? first.type : kindPlurals[first.type]
  return (
    <div
      role="group"
      aria-label="Selected rows"
      className="mx-auto flex max-w-full flex-wrap items-center justify-center gap-x-1 gap-y-1 rounded-2xl border border-border bg-card px-3 py-1.5 shadow-lg"
    >
      <p role="status" className="px-2 font-medium whitespace-nowrap">
        {selected.length} {kind} selected
      </p>
      {settableStatuses[first.type].map((status) => {
        const changeable = selected.filter((request) => nextStatuses(request).includes(status))
        return (
          <Button
            key={status}
            size="sm"
            variant="ghost"
            disabled={changeable.length === 0}
            aria-disabled={pending}
            className={status === 'cancelled' ? 'text-destructive' : ''}
            onClick={() => onStatus(changeable, status)}
          >
            {status === 'cancelled' ? `Cancel ${kind}` : verbs[status]}
          </Button>
        )
      })}
      <Button size="sm" variant="ghost" className="text-muted-foreground" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}
