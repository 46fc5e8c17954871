'use client'

import { Tooltip, TooltipContent, TooltipTrigger } from '@/components/ui/tooltip'
import { useShortcut } from './use-shortcut'

const sections = [
  { id: 'requests', name: 'Requests' },
  { id: 'recurring', name: 'Hours' },
  { id: 'exceptions', name: 'Exceptions' },
]

/** The parts of the page, each one press away and always in view. `waiting` is how many requests nobody has looked at; null while unknown. */
export function SectionNav({ waiting }: { waiting: number | null }) {
  return (
    <nav
      aria-label="Sections"
      className="sticky top-0 z-20 border-b border-border bg-card/95 supports-backdrop-filter:backdrop-blur-sm"
    >
      <ul className="wrap flex gap-1 py-1 text-sm">
        {sections.map((section) => (
          <li key={section.id} className="first:-ml-3">
            <SectionLink {...section} count={section.id === 'requests' ? waiting : null} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SectionLink({ id, name, count }: { id: string; name: string; count: number | null }) {
  const key = name.charAt(0)
  useShortcut(`g${key.toLowerCase()}`, () => showSection(id))
  return (
    <Tooltip>
      <TooltipTrigger asChild>
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
      </TooltipTrigger>
      <TooltipContent>
        Press <kbd className="font-semibold">G</kbd>, then <kbd className="font-semibold">{key}</kbd>
      </TooltipContent>
    </Tooltip>
  )
}

/** Scrolls to a section and focuses its heading. Not by the address: the next refresh would take another one for another page. */
function showSection(id: string) {
  const heading = document.getElementById(id)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}
