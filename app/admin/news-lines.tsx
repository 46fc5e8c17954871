import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/lib/utils'
import { seeSamples } from './_first-steps/actions'
import { ListLink } from './_components/list-link'
import type { News } from './news'

const SHOWN = 3

export function NewsLines({ news }: { news: News[] }) {
  if (news.length === 0) return null
  // '1 more' would take as much room as the line that it hides.
  const shownCount = news.length === SHOWN + 1 ? news.length : SHOWN
  const rest = news.slice(shownCount)
  return (
    <section
      id="news"
      aria-label="News"
      className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-muted/50"
    >
      <Lines news={news.slice(0, shownCount)} />
      {rest.length > 0 && (
        <details>
          <summary className="min-h-9 content-center px-3 font-medium">{`${rest.length} more`}</summary>
          <Lines news={rest} />
        </details>
      )}
    </section>
  )
}

const linkClass = buttonVariants({ size: 'xs', variant: 'ghost', className: 'ml-auto text-brand' })

function Lines({ news }: { news: News[] }) {
  return (
    <ul className="divide-y divide-border">
      {news.map(({ text, shortText, detail, link }) => (
        <li key={text} className="flex min-h-9 items-center gap-2 pr-1 pl-3">
          <p className="min-w-0 py-1 [overflow-wrap:anywhere] sm:flex sm:gap-2">
            <span className={cn('font-semibold', detail && 'sm:shrink-0')}>
              {shortText ? (
                <>
                  <span className="sm:hidden">{shortText}</span>
                  <span className="max-sm:hidden">{text}</span>
                </>
              ) : (
                text
              )}
            </span>
            {detail && <span className="truncate text-muted-foreground max-sm:hidden">{detail}</span>}
          </p>
          {link && 'href' in link && (
            <a href={link.href} className={linkClass}>
              {link.words}
            </a>
          )}
          {link && 'isSamples' in link && (
            <form action={seeSamples as () => void} className="ml-auto">
              <button type="submit" className={linkClass}>
                {link.words}
              </button>
            </form>
          )}
          {link && 'dates' in link && (
            <ListLink tab="on_closed_date" dates={link.dates} className={linkClass}>
              {link.words}
            </ListLink>
          )}
        </li>
      ))}
    </ul>
  )
}
