'use client' // so that the page contains it once: docs/decisions/public-pages.md

import { HashScroll } from './hash-scroll'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

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
