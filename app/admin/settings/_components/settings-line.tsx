'use client'

import { useEffect, useId, useRef } from 'react'
import { cn } from '@/lib/utils'
import { FoldedLine } from '../../_components/folded-line'

interface SettingsLineProps {
  /** For links to this setting, which open the line. */
  id?: string
  title: string
  /** The present value, in a few words. */
  now: React.ReactNode
  verb?: 'Change' | 'See' | 'Add'
  /** Follows the form, so that Save stays in view on a phone. */
  about?: React.ReactNode
  /** True if the form needs the whole width, without `about` beside it. */
  isWide?: boolean
  children: React.ReactNode
}

const OTHERS = 'details[data-setting][open]:not(:has([data-changed]))'

export function SettingsLine({ id, title, now, verb, about, isWide, children }: SettingsLineProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const heading = useId()
  useEffect(() => {
    const openNamed = () => {
      if (!id || location.hash !== `#${id}`) return
      details.current?.setAttribute('open', '')
      details.current?.scrollIntoView()
    }
    openNamed()
    addEventListener('hashchange', openNamed)
    return () => removeEventListener('hashchange', openNamed)
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
      <FoldedLine
        ref={details}
        id={id}
        data-setting
        onToggle={onToggle}
        title={
          <h4 id={heading} className="font-medium">
            {title}
          </h4>
        }
        now={now}
        verb={verb}
      >
        <div
          className={cn(
            'mt-1 mb-3 grid gap-x-10 gap-y-4 rounded-lg border border-border bg-card p-3 sm:p-4',
            !isWide && 'md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]',
          )}
        >
          <div className="max-w-[40em] min-w-0 has-[>:is(dl,ul.divide-y)]:max-w-none">{children}</div>
          {about && (
            <div className="grid max-w-[44em] content-start gap-2 [overflow-wrap:anywhere] text-muted-foreground">
              {about}
            </div>
          )}
        </div>
      </FoldedLine>
    </section>
  )
}
