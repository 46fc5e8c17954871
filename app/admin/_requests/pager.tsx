'use client'

import { Button } from '@/components/ui/button'
import type { TableView } from '@/lib/requests/view'
import type { ChangeView } from './use-table-view'

interface PagerProps {
  view: TableView
  total: number
  onChange: ChangeView
}

/** Which records of how many are shown, and the way to the others. */
export function Pager({ view, total, onChange }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / view.size))
  const first = total === 0 ? 0 : (view.page - 1) * view.size + 1
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="tabular-nums text-muted-foreground">
        {first}–{Math.min(total, view.page * view.size)} of {total}
      </p>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={view.page <= 1}
          onClick={() => onChange((now) => ({ ...now, page: view.page - 1 }))}
        >
          Previous
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={view.page >= last}
          onClick={() => onChange((now) => ({ ...now, page: view.page + 1 }))}
        >
          Next
        </Button>
      </div>
    </nav>
  )
}
