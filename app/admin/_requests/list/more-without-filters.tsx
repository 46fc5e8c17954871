'use client'

import { Button } from '@/components/ui/button'
import { type RequestPage, type RequestsView, withoutFilters } from '@/lib/requests/view'

interface MoreWithoutFiltersProps {
  view: RequestsView
  page: RequestPage
  onView: (view: RequestsView) => void
}

/** How many more a search finds without its filters. */
export function MoreWithoutFilters({ view, page, onView }: MoreWithoutFiltersProps) {
  const more = (page.totalUnfiltered ?? 0) - page.total
  if (more <= 0) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-muted-foreground">
      <span>{`${more} more without the filters.`}</span>
      <Button size="sm" variant="outline" onClick={() => onView(withoutFilters(view))}>
        Clear the filters
      </Button>
    </p>
  )
}
