'use client'

import { HashScroll } from './hash-scroll'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/**
 * The frame of every public page: skip link, header, main, footer. A client component, because
 * nearly all of it is links of Next, which are: its words are then once in a page's HTML and not in
 * React's data for hydration as well.
 */
export function SiteFrame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="site-main">
        {children}
      </main>
      <SiteFooter />
      <HashScroll />
    </>
  )
}
