'use client'

import { useEffect, useRef, useState } from 'react'
import { Contours } from '@/components/site/contours'
import type { HeroProduct } from '@/lib/content/home'
import { whenVisible } from './when-visible'

/** The drawing starts when it comes into view. Screen readers skip it. */
export function ProductWindow({ name, sample, screen }: HeroProduct) {
  const drawing = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => whenVisible(drawing.current as HTMLDivElement, () => setSeen(true)), [])
  return (
    <div ref={drawing} aria-hidden className="product" data-seen={seen}>
      <Contours className="top-1/2 left-1/2 [translate:-50%_-50%]" />
      <div className="product-app">
        <p className="product-bar">
          <i />
          {name}
          {sample && <span className="tag tag-yellow">Sample</span>}
        </p>
        {'picture' in screen ? (
          <img src={screen.picture} alt="" width={1200} height={800} />
        ) : (
          <>
            <div className="product-sea piece">
              <svg viewBox="0 0 100 60" width={100} height={60} preserveAspectRatio="none">
                <path d="M0 25q4-3 8-3c12 0 19 21 30 21s18-24 30-24 18 16 32 18v23H0z" />
                <path d="M0 31q4-3 8-3c12 0 19 20 30 20s18-23 30-23 18 16 32 18" />
                <path d="M0 25q4-3 8-3c12 0 19 21 30 21s18-24 30-24 18 16 32 18" />
              </svg>
              {screen.tides.map((tide) => (
                <p key={tide}>{tide}</p>
              ))}
            </div>
            <div className="product-head piece">
              <p>{screen.title}</p>
            </div>
            <div className="product-lessons piece">
              <ul>
                {Object.entries(screen.lessons).map(([lesson, time]) => (
                  <li key={lesson}>
                    <b>{lesson}</b>
                    {` ${time}`}
                  </li>
                ))}
              </ul>
            </div>
          </>
        )}
      </div>
      {'phone' in screen && (
        <div className="product-phone">
          <div className="piece">
            <b>{screen.phone.title}</b>
          </div>
          <div className="product-facts piece">
            <ul>
              {Object.entries(screen.phone.facts).map(([label, value]) => (
                <li key={label}>
                  {`${label} `}
                  <b>{value}</b>
                </li>
              ))}
            </ul>
          </div>
          <div className="piece">
            <p className="product-press">{screen.phone.action}</p>
          </div>
        </div>
      )}
    </div>
  )
}
