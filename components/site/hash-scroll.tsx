'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { paths } from '@/lib/paths'
import { scrollToSection } from './scroll-to-section'

let asked: string | null = null

/** Remembers which section a link on another page asked for; it is scrolled to when the landing page stands. */
export function askForSection(id: string): void {
  asked = id
}

/**
 * Follows the address's hash on the landing page, as far as the browser does not: a hash that is typed is its work (`scroll-behavior` in
 * site.css makes it glide), and so are Back and Forward, which restore the position.
 */
export function HashScroll() {
  const pathname = usePathname()
  const router = useRouter()

  useEffect(() => {
    if (pathname !== paths.home) return
    const leaveForBooking = () => {
      if (location.hash === '#contact') router.replace(paths.booking)
    }
    leaveForBooking()
    addEventListener('hashchange', leaveForBooking)
    if (asked) scrollToSection(asked)
    asked = null
    return () => removeEventListener('hashchange', leaveForBooking)
  }, [pathname, router])

  // A page opened or loaded anew with a hash. A reload would else stay where it was, and a visit where the section stood in the first paint.
  useEffect(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (location.hash && visit?.type !== 'back_forward') scrollToSection(location.hash.slice(1))
  }, [])

  return null
}
