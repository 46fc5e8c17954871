'use client'

import { ChevronDown } from 'lucide-react'
import { cn } from '@/lib/utils'
import { useNavigate } from '../_components/use-navigate'
import { type Part, readOpen, togglePart } from './open-parts'

interface DrawerProps {
  id: Part
  title: string
  open: readonly Part[]
  className?: string
  /** False if the server has not read it, because the part was closed. */
  children: React.ReactNode
}

/** The address names the open parts. */
export function Drawer({ id, title, open, className, children }: DrawerProps) {
  const { navigate, requested } = useNavigate()
  const isOpen = ((requested && readOpen(requested.open)) ?? open).includes(id)
  return (
    <section
      aria-labelledby={id}
      data-open={isOpen || undefined}
      className={cn('group/part min-w-0 shrink-0', isOpen ? ['pb-3', className] : 'print:hidden')}
    >
      <h2 className="text-muted-foreground group-data-open/part:text-foreground hover:text-foreground">
        <a
          id={id}
          href={togglePart(id, open, '')}
          aria-expanded={isOpen}
          onClick={(event) => {
            event.preventDefault()
            void navigate((query) => togglePart(id, open, query))
          }}
          className="-ml-2 flex min-h-9 w-fit items-center gap-2 rounded-lg px-2 text-sm font-medium group-data-open/part:text-base group-data-open/part:font-semibold group-data-open/part:tracking-tight max-lg:min-h-11 lg:whitespace-nowrap"
        >
          {title}
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 transition-[rotate] duration-150 group-data-open/part:rotate-180 print:hidden"
          />
        </a>
      </h2>
      {isOpen && (
        <div className="grid content-start gap-3 pt-2">{children || <p role="status">Loading...</p>}</div>
      )}
    </section>
  )
}
