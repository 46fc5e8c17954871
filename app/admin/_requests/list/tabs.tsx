import {
  chooseTab,
  type RequestCounts,
  type ListAddress,
  tabNames,
  tabs,
  writeAddress,
} from '@/lib/requests/address'
import { cn } from '@/lib/utils'

/** 'On a closed date' only while it has any request. */
export function Tabs({
  address,
  counts,
  onAddress,
}: {
  address: ListAddress
  counts: RequestCounts | undefined
  onAddress: (address: ListAddress) => void
}) {
  const shown = tabNames.filter(
    (name) => name !== 'on_closed_date' || name === address.tab || counts?.on_closed_date,
  )
  return (
    <nav aria-label="Views" className="-m-2 flex min-w-0 grow gap-0.5 overflow-x-auto p-2">
      {shown.map((name) => {
        const chosen = chooseTab(address, name)
        const current = address.tab === name && !address.q // a search covers all tabs
        return (
          <a
            key={name}
            href={writeAddress(chosen) || '?'}
            aria-current={current ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              onAddress(chosen)
            }}
            className={cn(
              'flex min-h-8 items-center gap-1.5 rounded-full px-2.5 whitespace-nowrap',
              current
                ? 'chosen bg-foreground font-semibold text-background'
                : 'text-muted-foreground hover:bg-muted',
            )}
          >
            {tabs[name].title}
            {counts && counts[name] > 0 && (
              <span className="text-xs font-normal tabular-nums">{counts[name]}</span>
            )}
          </a>
        )
      })}
    </nav>
  )
}
