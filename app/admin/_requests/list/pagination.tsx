import { Button } from '@/components/ui/button'
import { PAGE_SIZE, type ListAddress } from '@/lib/requests/address'

export function Pagination({
  address,
  total,
  onAddress,
}: {
  address: ListAddress
  /** At least 1. */
  total: number
  onAddress: (address: ListAddress) => void
}) {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const page = Math.min(address.page, last) // the database returns the last page for a higher number
  const first = (page - 1) * PAGE_SIZE + 1
  return (
    <nav aria-label="Pages" className="flex min-h-9 flex-wrap items-center gap-2">
      <p className="mr-auto text-muted-foreground tabular-nums">
        {`${first}–${Math.min(total, page * PAGE_SIZE)} of ${total}`}
      </p>
      {last > 1 &&
        [
          { name: 'Previous', to: page - 1 },
          { name: 'Next', to: page + 1 },
        ].map(({ name, to }) => (
          <Button
            key={name}
            variant="outline"
            size="sm"
            disabled={to < 1 || to > last}
            onClick={() => onAddress({ ...address, page: to })}
          >
            {name}
          </Button>
        ))}
    </nav>
  )
}
