import { HashScroll } from './hash-scroll'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** What every public page stands in: skip link, header, main, footer. */
export function SiteFrame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-4 z-30 -translate-y-24 rounded-full bg-foreground px-5 py-2.5 font-semibold text-background focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="pt-(--header-height)">
        {children}
      </main>
      <SiteFooter />
      <HashScroll />
    </>
  )
}
