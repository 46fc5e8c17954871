'use client'

import { useEffect, useRef, useState } from 'react'
import { tools } from '@/lib/content/tools'
import { whenVisible } from './when-visible'

function Logos() {
  return (
    <ul className="marquee-run">
      {tools.marks.map(({ slug, title }) => (
        <li key={slug}>
          <svg width={24} height={24} aria-hidden>
            <use href={`/tools.svg#${slug}`} />
          </svg>
          {title}
        </li>
      ))}
    </ul>
  )
}

/**
 * If the strip is too narrow for all logos, it renders them twice once visible, so that the drift loops.
 * Without JavaScript, with reduced motion, or with room for all logos, it stands still (tool-strip.css).
 */
export function Marquee() {
  const strip = useRef<HTMLDivElement>(null)
  const [drifts, setDrifts] = useState(false)
  const [paused, setPaused] = useState(false)

  useEffect(() => {
    const element = strip.current as HTMLDivElement
    const watcher = new ResizeObserver(() => {
      const [logos] = element.children
      setDrifts(logos !== undefined && logos.scrollWidth > element.clientWidth)
    })
    const stopWaiting = whenVisible(element, () => watcher.observe(element))
    return () => {
      stopWaiting()
      watcher.disconnect()
    }
  }, [])

  return (
    <div className="flex min-w-0 items-center gap-4">
      <div ref={strip} className="marquee" data-motion={drifts ? (paused ? 'paused' : 'running') : undefined}>
        <Logos />
        {drifts && (
          <div inert aria-hidden>
            <Logos />
          </div>
        )}
      </div>
      <button
        type="button"
        aria-label={paused ? 'Play the logo strip' : 'Pause the logo strip'}
        onClick={() => setPaused(!paused)}
        className={`marquee-button ${drifts ? '' : 'invisible'}`}
      >
        <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden>
          <path d={paused ? 'M4 2.5v11l9-5.5z' : 'M3.5 2.5h3v11h-3zm6 0h3v11h-3z'} />
        </svg>
      </button>
    </div>
  )
}
