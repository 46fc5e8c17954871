import Link from 'next/link'
import { site } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import { Logo } from './logo'
import { SiteNav } from './site-nav'

/** The bar that stays: the studio's mark and name, the links, and one button. */
export function SiteHeader() {
  return (
    <header className="fixed inset-x-0 top-0 z-20 border-b border-border bg-background">
      <div className="wrap flex h-(--header-height) items-center justify-between gap-6">
        <Link
          href={paths.home}
          prefetch={false}
          className="flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight"
        >
          <Logo className="size-9 text-accent" />
          {site.name}
        </Link>
        <SiteNav />
      </div>
    </header>
  )
}
