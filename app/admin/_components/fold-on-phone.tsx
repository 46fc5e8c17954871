'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { cn } from '@/lib/utils'

interface FoldOnPhoneProps {
  /** The id of the heading, which labels the section. */
  id: string
  title: string
  className?: string
  children: React.ReactNode
}

/** A section of the page. On a phone its heading is a button that opens and folds it. */
export function FoldOnPhone({ id, title, className, children }: FoldOnPhoneProps) {
  const [open, setOpen] = useState(false)
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'grid content-start gap-3 max-md:rounded-lg max-md:border max-md:border-border max-md:bg-card',
        className,
      )}
    >
      <h2 id={id} tabIndex={-1} className="text-lg tracking-tight max-md:text-sm max-md:tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full items-center gap-2 rounded-lg px-3 text-left hover:bg-muted md:hidden"
        >
          {title}
          <ChevronDown
            aria-hidden
            className={cn('ml-auto size-4 transition-transform duration-150', open && 'rotate-180')}
          />
        </button>
        <span className="max-md:hidden">{title}</span>
      </h2>
      <div className={cn('grid content-start gap-3 max-md:px-3 max-md:pb-3', !open && 'max-md:hidden')}>
        {children}
      </div>
    </section>
  )
}
