'use client'

import type { EmblaCarouselType } from 'embla-carousel'
import { useEffect, useRef, useState } from 'react'
import { whenSeen } from './when-seen'

type CarouselProps = { title: string; titleId: string; count: number; children: React.ReactNode }

const arrow =
  'grid size-12 place-items-center rounded-full border border-input hover:border-foreground hover:bg-muted'

/**
 * A looping carousel that never moves by itself. Without JavaScript it is a row that scrolls sideways; embla is fetched
 * when the row comes into view or is first used.
 */
export function Carousel({ title, titleId, count, children }: CarouselProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const loading = useRef<Promise<EmblaCarouselType> | null>(null)
  const [selected, setSelected] = useState(0)

  function embla(): Promise<EmblaCarouselType> {
    const started =
      loading.current ??
      import('embla-carousel').then(({ default: start }) => {
        const row = viewport.current as HTMLDivElement
        row.dataset.embla = 'on'
        row.scrollLeft = 0
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches
        const api = start(row, { loop: true, align: 'start', duration: still ? 0 : 22 })
        const show = () => {
          const current = api.selectedScrollSnap()
          setSelected(current)
          for (const [index, slide] of api.slideNodes().entries()) slide.inert = index !== current
        }
        show()
        api.on('select', show)
        return api
      })
    loading.current = started
    return started
  }
  const go = (step: 1 | -1) => void embla().then((api) => (step > 0 ? api.scrollNext() : api.scrollPrev()))

  useEffect(() => {
    const stopWatching = whenSeen(viewport.current as HTMLDivElement, () => void embla())
    return () => {
      stopWatching()
      void loading.current?.then((api) => api.destroy())
      loading.current = null
    }
  }, [])

  return (
    <div
      role="group"
      aria-roledescription="carousel"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') go(1)
        if (event.key === 'ArrowLeft') go(-1)
      }}
    >
      <div className="wrap flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <h2 id={titleId} className="text-headline">
          {title}
        </h2>
        <div className="flex items-center gap-3 [@media(scripting:none)]:hidden">
          <p role="status" className="mr-2 text-muted-foreground tabular-nums">
            {selected + 1} of {count}
          </p>
          <button type="button" aria-label="Previous product" onClick={() => go(-1)} className={arrow}>
            <Arrow path="M10 3 5 8l5 5" />
          </button>
          <button type="button" aria-label="Next product" onClick={() => go(1)} className={arrow}>
            <Arrow path="m6 3 5 5-5 5" />
          </button>
        </div>
      </div>
      <div ref={viewport} className="slides mt-10 lg:mt-14">
        <div className="flex">{children}</div>
      </div>
    </div>
  )
}

function Arrow({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={16}
      height={16}
      aria-hidden
      className="size-4 fill-none stroke-current stroke-2"
    >
      <path d={path} />
    </svg>
  )
}
