import { Button } from '@/components/ui/button'
import { formatShortDate } from '@/lib/dates'
import { type RequestPage, type ListAddress, tabs, withoutFilters } from '@/lib/requests/address'

/** Also says how many more requests the filters hide. */
export function SearchSummary({
  address,
  page,
  onAddress,
}: {
  address: ListAddress
  page: RequestPage
  onAddress: (address: ListAddress) => void
}) {
  const { from, to } = address
  if (!address.q && !(from && to)) return null
  const all = address.q ? page.totalUnfiltered : page.counts[address.tab]
  const more = (all ?? 0) - page.total
  const dates = from && to && [...new Set([from, to])].map(formatShortDate).join(' to ')
  return (
    <p role="status" className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-border">
      <b className="font-semibold">
        {address.q ? `${page.total} found in everything.` : `${tabs[address.tab].title}: ${dates}.`}
      </b>
      {more > 0 && (
        <>
          <span className="text-muted-foreground">{`${more} more without the filter.`}</span>
          <Button
            size="xs"
            variant="link"
            className="px-0 text-brand underline"
            onClick={() => onAddress(withoutFilters(address))}
          >
            {`Show all ${all}`}
          </Button>
        </>
      )}
    </p>
  )
}
