'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { paths } from '@/lib/paths'
import { scrollToSection } from './scroll-to-section'

let requestedSection: string | null = null

/** Requests a section of the landing page from another page. The landing page scrolls to it when it is mounted. */
export function requestSection(id: string): void {
  requestedSection = id
}

/** Scrolls smoothly to the section of a hash that is typed into the address bar. Without the Navigation API the browser jumps to it. */
function scrollSmoothly(event: NavigateEvent): void {
  if (!event.hashChange || event.navigationType === 'traverse' || !event.canIntercept) return
  const id = new URL(event.destination.url).hash.slice(1)
  if (document.getElementById(id)?.tagName !== 'SECTION') return
  event.intercept({ scroll: 'manual', focusReset: 'manual', handler: async () => scrollToSection(id) })
}

/** Scrolls to the section of the URL's hash. On the landing page, #contact redirects to the booking page. */
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
    // Until hydration the stylesheet makes scrolling smooth, for links with a hash. After it, Back and Forward must not scroll smoothly.
    document.documentElement.style.scrollBehavior = 'auto'
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (location.hash && visit?.type !== 'back_forward') scrollToSection(location.hash.slice(1))
    window.navigation?.addEventListener('navigate', scrollSmoothly)
    return () => window.navigation?.removeEventListener('navigate', scrollSmoothly)
  }, [])

  return null
}
