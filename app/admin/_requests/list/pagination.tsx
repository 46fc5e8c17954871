'use client'

import { Button } from '@/components/ui/button'
import { pageSizes, type RequestsView } from '@/lib/requests/view'
import { MenuSelect } from './menu-select'

interface PaginationProps {
  view: RequestsView
  total: number
  onView: (view: RequestsView) => void
}

/** Which requests of how many are shown, links to the other pages, and the page size. */
export function Pagination({ view, total, onView }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / view.size))
  const page = Math.min(view.page, last) // as the database gives it
  const first = total === 0 ? 0 : (page - 1) * view.size + 1
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-2">
      <p className="mr-auto text-muted-foreground tabular-nums">
        {`${first}–${Math.min(total, page * view.size)} of ${total}`}
      </p>
      <MenuSelect
        label="Rows"
        value={view.size}
        options={pageSizes.map((value) => ({ value, label: `${value} rows` }))}
        onChange={(size) => onView({ ...view, size, page: 1 })}
      />
      {[
        { name: 'Previous', to: page - 1 },
        { name: 'Next', to: page + 1 },
      ].map(({ name, to }) => (
        <Button
          key={name}
          variant="outline"
          size="sm"
          disabled={to < 1 || to > last}
          onClick={() => onView({ ...view, page: to })}
        >
          {name}
        </Button>
      ))}
    </nav>
  )
}
