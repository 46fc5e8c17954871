'use client'

import { useState } from 'react'

/** A product's picture, or a placeholder icon when it cannot be loaded. */
export function ProductImage({ src, alt, whole }: { src: string; alt: string; whole: boolean }) {
  const [failed, setFailed] = useState(false)
  const frame = 'product-image border border-border bg-muted'
  if (failed)
    return (
      <div role="img" aria-label={alt} className={`${frame} grid place-items-center text-muted-foreground`}>
        <svg
          viewBox="0 0 24 24"
          width={24}
          height={24}
          aria-hidden
          className="size-14 fill-none stroke-current"
        >
          <path
            d="M3 5.5h18v13H3zM3 15l5-4.5 4.5 4L15 12l6 5M16 9.5h.01M4 3l16 18"
            strokeWidth="1.5"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </svg>
      </div>
    )
  return (
    <div className={frame}>
      <img
        // Loading may have failed before hydration, without an error event.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setFailed(true)
        }}
        src={src}
        alt={alt}
        width={1200}
        height={800}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailed(true)}
        className={whole ? 'size-full object-contain p-8' : undefined}
      />
    </div>
  )
}
