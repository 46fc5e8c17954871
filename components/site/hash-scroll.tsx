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

/** A hash that is typed glides to its section; where a browser has no Navigation API it jumps. Back and Forward restore the position. */
function glide(event: NavigateEvent): void {
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
    if (asked) scrollToSection(asked)
    asked = null
    return () => removeEventListener('hashchange', leaveForBooking)
  }, [pathname, router])

  useEffect(() => {
    // Until here the stylesheet lets every scroll glide, that to the address's hash too. From here on Back and Forward would as well.
    document.documentElement.style.scrollBehavior = 'auto'
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (location.hash && visit?.type !== 'back_forward') scrollToSection(location.hash.slice(1))
    window.navigation?.addEventListener('navigate', glide)
    return () => window.navigation?.removeEventListener('navigate', glide)
  }, [])

  return null
}
