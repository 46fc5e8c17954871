'use client'

import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'

const arrow =
  'grid size-12 place-items-center rounded-full border border-input hover:border-foreground hover:bg-muted'

export default function CarouselControls({
  row,
  count,
}: {
  row: React.RefObject<HTMLDivElement | null>
  count: number
}) {
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [attach, api] = useEmblaCarousel({ loop: true, align: 'start', duration: still ? 0 : 22 })
  const [selected, setSelected] = useState(0)

  useEffect(() => attach(row.current), [attach, row])

  useEffect(() => {
    if (!api) return
    const root = api.rootNode()
    root.dataset.embla = 'on' // switches off the styles that make the row scroll
    root.scrollLeft = 0
    api.reInit()
    const show = () => {
      const current = api.selectedScrollSnap()
      setSelected(current)
      for (const [index, slide] of api.slideNodes().entries()) slide.inert = index !== current
    }
    const turn = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') api.scrollNext()
      if (key === 'ArrowLeft') api.scrollPrev()
    }
    show()
    api.on('select', show)
    root.parentElement?.addEventListener('keydown', turn)
    return () => {
      api.off('select', show)
      root.parentElement?.removeEventListener('keydown', turn)
    }
  }, [api])

  if (!api) return null
  return (
    <>
      <p role="status" className="mr-2 text-muted-foreground tabular-nums">
        {`${selected + 1} of ${count}`}
      </p>
      <button type="button" aria-label="Previous product" onClick={() => api.scrollPrev()} className={arrow}>
        <Arrow path="M10 3 5 8l5 5" />
      </button>
      <button type="button" aria-label="Next product" onClick={() => api.scrollNext()} className={arrow}>
        <Arrow path="m6 3 5 5-5 5" />
      </button>
    </>
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
