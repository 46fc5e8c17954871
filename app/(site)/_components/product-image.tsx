'use client'

import { useState } from 'react'

interface ProductImageProps {
  src: string
  phoneSrc?: string
  alt: string
  isLogo: boolean
}

export function ProductImage({ src, phoneSrc, alt, isLogo }: ProductImageProps) {
  const [failed, setFailed] = useState(false)
  const frame = `product-image border border-border bg-muted ${phoneSrc ? 'max-sm:aspect-4/5' : ''}`
  if (failed)
    return (
      <div role="img" aria-label={alt} className={`${frame} grid place-items-center text-muted-foreground`}>
        <svg
          viewBox="0 0 24 24"
          width={24}
          height={24}
          aria-hidden
          className="size-12 fill-none stroke-current"
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
    <picture className={frame}>
      {phoneSrc && <source media="(width < 40rem)" srcSet={phoneSrc} width={960} height={1200} />}
      <img
        // The picture may have failed before hydration; then React gets no error event.
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
        className={`size-full object-contain ${isLogo ? 'p-8' : ''}`}
      />
    </picture>
  )
}
