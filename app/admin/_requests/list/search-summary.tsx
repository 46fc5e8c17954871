import { Button } from '@/components/ui/button'
import { type RequestPage, type RequestsView, withoutFilters } from '@/lib/requests/view'

interface SearchSummaryProps {
  view: RequestsView
  page: RequestPage
  onView: (view: RequestsView) => void
}

/** Says how many requests the search has found, and how many more the filters hide. */
export function SearchSummary({ view, page: { total, totalUnfiltered }, onView }: SearchSummaryProps) {
  if (!view.q) return null
  const more = (totalUnfiltered ?? 0) - total
  return (
    <p role="status" className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-border">
      <b className="font-semibold">{`${total} found in everything.`}</b>
      {more > 0 && (
        <>
          <span className="text-muted-foreground">{`${more} more without the filter.`}</span>
          <Button
            size="xs"
            variant="link"
            className="px-0 text-brand underline"
            onClick={() => onView(withoutFilters(view))}
          >
            {`Show all ${totalUnfiltered}`}
          </Button>
        </>
      )}
    </p>
  )
}
