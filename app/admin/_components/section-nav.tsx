'use client'

import { showSection } from './show-section'

const sections = [
  { id: 'requests', name: 'Requests' },
  { id: 'recurring', name: 'Hours' },
  { id: 'exceptions', name: 'Exceptions' },
]

/**
 * Links to the parts of the page, always in view. `waiting` is how many requests nobody has
 * answered; null while unknown.
 */
export function SectionNav({ waiting }: { waiting: number | null }) {
  return (
    <nav
      aria-label="Sections"
      className="sticky top-0 z-20 border-b border-border bg-card/95 supports-backdrop-filter:backdrop-blur-sm"
    >
      <div className="page-width flex items-center py-1 text-sm">
        <ul className="mr-auto -ml-3 flex gap-1 max-[22rem]:gap-0">
          {sections.map((section) => (
            <li key={section.id}>
              <SectionLink {...section} count={section.id === 'requests' ? waiting : null} />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

function SectionLink({ id, name, count }: { id: string; name: string; count: number | null }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        showSection(id)
      }}
      className="flex min-h-9 items-center gap-1.5 rounded-full px-3 font-medium hover:bg-muted"
    >
      {name}
      {Boolean(count) && (
        <span
          aria-hidden
          className="rounded-full bg-status-yellow px-1.5 text-xs text-status-yellow-foreground tabular-nums"
        >
          {count}
        </span>
      )}
    </a>
  )
}
