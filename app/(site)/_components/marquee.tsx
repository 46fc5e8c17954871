'use client'

import { useEffect, useRef, useState } from 'react'
import { whenVisible } from './when-visible'

/** A mark of tools.svg and the name beside it. */
interface Mark {
  slug: string
  title: string
}

function Run({ marks }: { marks: Mark[] }) {
  return (
    <ul className="marquee-run">
      {marks.map(({ slug, title }) => (
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
 * A strip of marks that drifts until it is paused. The second run, which makes the loop, is added
 * when the strip comes into view. Without scripts or with reduced motion it stands still, in columns
 * (tool-strip.css).
 */
export function Marquee({ marks }: { marks: Mark[] }) {
  const strip = useRef<HTMLDivElement>(null)
  const [visible, setVisible] = useState(false)
  const [paused, setPaused] = useState(false)

  useEffect(() => whenVisible(strip.current as HTMLDivElement, () => setVisible(true)), [])

  return (
    <div className="flex min-w-0 items-center gap-4">
      <div
        ref={strip}
        className="marquee"
        data-motion={visible ? (paused ? 'paused' : 'running') : undefined}
      >
        <Run marks={marks} />
        {visible && (
          <div inert aria-hidden>
            <Run marks={marks} />
          </div>
        )}
      </div>
      <button
        type="button"
        aria-label={paused ? 'Play the logo strip' : 'Pause the logo strip'}
        onClick={() => setPaused(!paused)}
        className={`marquee-button ${visible ? '' : 'invisible'}`}
      >
        <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden>
          <path d={paused ? 'M4 2.5v11l9-5.5z' : 'M3.5 2.5h3v11h-3zm6 0h3v11h-3z'} />
        </svg>
      </button>
    </div>
  )
}
