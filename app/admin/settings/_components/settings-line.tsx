'use client'

import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

interface SettingsLineProps {
  /** The id for links, which open the line. */
  id?: string
  title: string
  /** The present setting, in a few words. */
  now: React.ReactNode
  /** The label that opens the line. */
  verb?: 'Change' | 'See' | 'Add'
  /** The purpose of the setting. */
  about: React.ReactNode
  children: React.ReactNode
}

const OTHERS = 'details[data-setting][open]:not(:has([data-changed]))'

/** One setting: its present state, and its form, which opens in place. */
export function SettingsLine({ id, title, now, verb = 'Change', about, children }: SettingsLineProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const heading = useId()
  useEffect(() => {
    if (!id || location.hash !== `#${id}`) return
    details.current?.setAttribute('open', '')
    details.current?.scrollIntoView()
  }, [id])

  /** Closes the other lines, except those with unsaved changes, and keeps the pressed one in its place. */
  function onToggle() {
    const line = details.current
    if (!line?.open) return
    const top = line.getBoundingClientRect().top
    for (const other of document.querySelectorAll<HTMLDetailsElement>(OTHERS))
      if (other !== line) other.open = false
    scrollBy({ top: line.getBoundingClientRect().top - top, behavior: 'instant' })
  }

  return (
    <section aria-labelledby={heading} className="border-b border-border">
      <details ref={details} id={id} data-setting onToggle={onToggle} className="group/line scroll-mt-16">
        <summary className="grid min-h-11 list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1 md:grid-cols-[13rem_minmax(0,1fr)_auto] [&::-webkit-details-marker]:hidden">
          <h4 id={heading} className="font-medium">
            {title}
          </h4>
          <span className="min-w-0 [overflow-wrap:anywhere] text-muted-foreground max-md:order-last max-md:col-span-full">
            {now}
          </span>
          <span className="flex items-center gap-2 font-semibold text-brand">
            <span className="group-open/line:hidden">{verb}</span>
            <span className="not-group-open/line:hidden">Close</span>
            <ChevronDown
              aria-hidden
              className="size-4 transition-[rotate] duration-150 group-open/line:rotate-180"
            />
          </span>
        </summary>
        <div className="mt-1 mb-3 grid gap-4 rounded-lg border border-border bg-card p-3 sm:p-4">
          <div className="grid max-w-[44em] gap-2 text-muted-foreground">{about}</div>
          <div className="max-w-[40em] min-w-0">{children}</div>
        </div>
      </details>
    </section>
  )
}
