'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { paths } from '@/lib/paths'
import { scrollToSection } from './scroll-to-section'

/** For a hash typed in the address bar. Browsers without the Navigation API jump to the section. */
function scrollSmoothly(event: NavigateEvent): void {
  if (!event.hashChange || event.navigationType === 'traverse' || !event.canIntercept) return
  const id = new URL(event.destination.url).hash.slice(1)
  if (document.getElementById(id)?.tagName !== 'SECTION') return
  event.intercept({ scroll: 'manual', focusReset: 'manual', handler: async () => scrollToSection(id) })
}

/** On Back to an entry that Next does not know, the URL would change but not the page. */
function adoptEntry(): void {
  // Not for #contact, which redirects at once: replaceState would cancel that redirect.
  if (!history.state && !isContact()) history.replaceState(null, '', location.hash)
}

/** The URL of a contact form that the landing page had before. */
const isContact = () => location.pathname === paths.home && location.hash === '#contact'

export function HashScroll() {
  const pathname = usePathname()
  const router = useRouter()

  useEffect(() => {
    if (pathname !== paths.home) return
    const leaveForBooking = () => {
      if (isContact()) router.replace(paths.booking)
    }
    leaveForBooking()
    addEventListener('hashchange', leaveForBooking)
    return () => removeEventListener('hashchange', leaveForBooking)
  }, [pathname, router])

  useEffect(() => {
    // The stylesheet scrolls smoothly until hydration. After it, Back and Forward must scroll at once.
    document.documentElement.style.scrollBehavior = 'auto'
    window.navigation?.addEventListener('navigate', scrollSmoothly)
    addEventListener('hashchange', adoptEntry)
    return () => {
      window.navigation?.removeEventListener('navigate', scrollSmoothly)
      removeEventListener('hashchange', adoptEntry)
    }
  }, [])

  return null
}
