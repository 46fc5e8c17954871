'use client'

import { useState } from 'react'

/** A strip that drifts until it is paused. Without scripts or with reduced motion it stands still and wraps (globals.css). */
export function Marquee({ children }: { children: React.ReactNode }) {
  const [paused, setPaused] = useState(false)
  return (
    <div className="flex min-w-0 items-center gap-4">
      <div className="marquee" data-paused={paused}>
        {children}
      </div>
      <button
        type="button"
        aria-label={paused ? 'Play the logo strip' : 'Pause the logo strip'}
        onClick={() => setPaused(!paused)}
        className="grid size-11 shrink-0 place-items-center rounded-full border border-input hover:border-foreground motion-reduce:hidden [@media(scripting:none)]:hidden"
      >
        <svg viewBox="0 0 16 16" aria-hidden className="size-4 fill-current">
          <path d={paused ? 'M4 2.500v11l9-5.500z' : 'M3.500 2.500h3v11h-3zM9.500 2.500h3v11h-3z'} />
        </svg>
      </button>
    </div>
  )
}
