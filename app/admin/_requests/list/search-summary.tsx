import { Button } from '@/components/ui/button'
import { formatShortDate } from '@/lib/dates'
import { type RequestPage, type RequestsView, views, withoutFilters } from '@/lib/requests/view'

interface SearchSummaryProps {
  view: RequestsView
  page: RequestPage
  onView: (view: RequestsView) => void
}

/** Says how many requests the search has found, or on which dates the calls are, and how many more the filters hide. */
export function SearchSummary({ view, page, onView }: SearchSummaryProps) {
  const { from, to } = view
  if (!view.q && !(from && to)) return null
  const all = view.q ? page.totalUnfiltered : page.counts[view.view]
  const more = (all ?? 0) - page.total
  const dates = from && to && [...new Set([from, to])].map(formatShortDate).join(' to ')
  return (
    <p role="status" className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-border">
      <b className="font-semibold">
        {view.q ? `${page.total} found in everything.` : `${views[view.view].title}: ${dates}.`}
      </b>
      {more > 0 && (
        <>
          <span className="text-muted-foreground">{`${more} more without the filter.`}</span>
          <Button
            size="xs"
            variant="link"
            className="px-0 text-brand underline"
            onClick={() => onView(withoutFilters(view))}
          >
            {`Show all ${all}`}
          </Button>
        </>
      )}
    </p>
  )
}
