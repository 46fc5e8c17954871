'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { whenVisible } from './when-visible'

type CarouselProps = { title: string; titleId: string; count: number; children: React.ReactNode }

// If the controls fail to load, the row of slides still scrolls.
const Controls = lazy(() => import('./carousel-controls').catch(() => ({ default: () => null })))

/** Never moves by itself. It loads the controls near the viewport; their space is reserved. */
export function Carousel({ title, titleId, count, children }: CarouselProps) {
  const row = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = row.current
    return element ? whenVisible(element, () => setNear(true), '50%') : undefined
  }, [])

  return (
    <div role="group" aria-roledescription="carousel" aria-labelledby={titleId}>
      <div className="wrap flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id={titleId} className="text-headline">
          {title}
        </h2>
        <div className="flex min-h-12 min-w-[min(12rem,100%)] items-center gap-3 sm:justify-end [@media(scripting:none)]:hidden">
          <Suspense>{near && <Controls row={row} count={count} />}</Suspense>
        </div>
      </div>
      <div ref={row} className="slides mt-6">
        <div className="flex">{children}</div>
      </div>
    </div>
  )
}
