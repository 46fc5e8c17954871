import {
  chooseView,
  type RequestCounts,
  type RequestsView,
  viewNames,
  views,
  writeView,
} from '@/lib/requests/view'
import { cn } from '@/lib/utils'

interface ViewTabsProps {
  view: RequestsView
  counts: RequestCounts | undefined
  onView: (view: RequestsView) => void
}

/** The links to the views of the list, each with its number of requests. 'On a closed date' only while it has any. */
export function ViewTabs({ view, counts, onView }: ViewTabsProps) {
  const shown = viewNames.filter(
    (name) => name !== 'on_closed_date' || name === view.view || counts?.on_closed_date,
  )
  return (
    <nav aria-label="Views" className="-m-2 flex min-w-0 grow gap-0.5 overflow-x-auto p-2">
      {shown.map((name) => {
        const chosen = chooseView(view, name)
        const current = view.view === name && !view.q // a search covers all views
        return (
          <a
            key={name}
            href={writeView(chosen) || '?'}
            aria-current={current ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              onView(chosen)
            }}
            className={cn(
              'flex min-h-8 items-center gap-1.5 rounded-full px-2.5 whitespace-nowrap',
              current
                ? 'chosen bg-foreground font-semibold text-background'
                : 'text-muted-foreground hover:bg-muted',
            )}
          >
            {views[name].title}
            {counts && counts[name] > 0 && (
              <span className="text-xs font-normal tabular-nums">{counts[name]}</span>
            )}
          </a>
        )
      })}
    </nav>
  )
}
