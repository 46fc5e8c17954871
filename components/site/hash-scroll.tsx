'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { paths } from '@/lib/paths'
import { scrollToSection } from './scroll-to-section'

let requestedSection: string | null = null

/** Remembers the section that a link on another page goes to; the landing page scrolls to it once it is there. */
export function requestSection(id: string): void {
  requestedSection = id
}

/** Scrolls smoothly to a typed hash's section; without the Navigation API the browser jumps. Back and Forward restore the position. */
function scrollSmoothly(event: NavigateEvent): void {
  if (!event.hashChange || event.navigationType === 'traverse' || !event.canIntercept) return
  const id = new URL(event.destination.url).hash.slice(1)
  if (document.getElementById(id)?.tagName !== 'SECTION') return
  event.intercept({ scroll: 'manual', focusReset: 'manual', handler: async () => scrollToSection(id) })
}

/** Follows the hash in the address: to its section, or from the landing page's #contact to the booking page. */
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
    if (requestedSection) scrollToSection(requestedSection)
    requestedSection = null
    return () => removeEventListener('hashchange', leaveForBooking)
  }, [pathname, router])

  useEffect(() => {
    // Before hydration the stylesheet makes every scroll smooth, as for a link with a hash. Left on, Back and Forward would scroll smoothly too.
    document.documentElement.style.scrollBehavior = 'auto'
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (location.hash && visit?.type !== 'back_forward') scrollToSection(location.hash.slice(1))
    window.navigation?.addEventListener('navigate', scrollSmoothly)
    return () => window.navigation?.removeEventListener('navigate', scrollSmoothly)
  }, [])

  return null
}
