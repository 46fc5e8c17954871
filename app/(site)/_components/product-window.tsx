'use client'

import { useEffect, useRef, useState } from 'react'
import { Contours } from '@/components/site/contours'
import { whenVisible } from './when-visible'

/**
 * An animated drawing of a product from the portfolio, on a screen and on a phone. When it comes into view,
 * its wireframe blocks turn into finished screens. Screen readers skip it.
 */
export function ProductWindow({ name, sample }: { name: string; sample?: boolean }) {
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
        <div className="product-sea piece">
          <svg viewBox="0 0 100 60" width={100} height={60} preserveAspectRatio="none">
            <path d="M0 25q4-3 8-3c12 0 19 21 30 21s18-24 30-24 18 16 32 18v23H0z" />
            <path d="M0 31q4-3 8-3c12 0 19 20 30 20s18-23 30-23 18 16 32 18" />
            <path d="M0 25q4-3 8-3c12 0 19 21 30 21s18-24 30-24 18 16 32 18" />
          </svg>
          <p>High, 6:36 am</p>
          <p>Low, 12:48 pm</p>
        </div>
        <div className="product-head piece">
          <p>Lessons at low water</p>
        </div>
        <div className="product-lessons piece">
          <ul>
            <li>
              <b>Beginners</b> 9:40
            </li>
            <li>
              <b>Longboard</b> 11:40
            </li>
            <li>
              <b>Groms</b> 3:00
            </li>
          </ul>
        </div>
      </div>
      <div className="product-phone">
        <div className="piece">
          <b>Longboard, two hours</b>
        </div>
        <div className="product-facts piece">
          <ul>
            <li>
              Start <b>11:40 am</b>
            </li>
            <li>
              Beach <b>North end</b>
            </li>
            <li>
              Places left <b>Three</b>
            </li>
          </ul>
        </div>
        <div className="piece">
          <p className="product-press">Book a place</p>
        </div>
      </div>
    </div>
  )
}
