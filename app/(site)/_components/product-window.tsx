'use client'

import { useEffect, useRef, useState } from 'react'
import { Contours } from '@/components/site/contours'
import { whenVisible } from './when-visible'

/**
 * A drawing of a product: wireframe blocks turn into finished screens once they are in view. Hidden
 * from screen readers.
 */
export function ProductWindow() {
  const drawing = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => whenVisible(drawing.current as HTMLDivElement, () => setSeen(true)), [])
  return (
    <div ref={drawing} aria-hidden className="product" data-seen={seen}>
      <Contours className="top-1/2 left-1/2 [translate:-50%_-50%]" />
      <div className="product-app">
        <p className="product-bar">Your product</p>
        <div className="product-side piece">
          <ul>
            <li>Today</li>
            <li>Bookings</li>
            <li>Customers</li>
          </ul>
        </div>
        <div className="product-head piece">
          <p>
            <b>Today</b>
            <span>New booking</span>
          </p>
        </div>
        <div className="product-chart piece">
          <svg viewBox="0 0 100 40" width={100} height={40} preserveAspectRatio="none">
            <path d="M0 33c8-1 12-5 19-6s11 3 18 1 11-11 19-13 12 5 19 2 13-11 25-13v36H0z" />
            <path d="M0 33c8-1 12-5 19-6s11 3 18 1 11-11 19-13 12 5 19 2 13-11 25-13" />
          </svg>
        </div>
        <div className="product-list piece">
          <ul>
            <li>
              New customer<span>Welcome</span>
            </li>
            <li>
              Booking moved<span>Done</span>
            </li>
            <li>
              Invoice paid<span>Paid</span>
            </li>
          </ul>
        </div>
      </div>
      <div className="product-phone">
        <div className="piece">
          <b>Pick a time</b>
        </div>
        <div className="product-times piece">
          <ul>
            <li>9:00</li>
            <li>9:30</li>
            <li>10:00</li>
            <li>11:30</li>
            <li>1:00</li>
            <li>2:30</li>
          </ul>
        </div>
        <div className="piece">
          <p className="product-press">Book</p>
        </div>
      </div>
    </div>
  )
}
