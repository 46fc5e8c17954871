import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { site } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import { Logo } from './logo'
import { SiteNav } from './site-nav'

/**
 * The fixed header: logo, name, links, and one button. On an offer's page it has neither links nor the
 * button, because a person who reads a contract needs no advertising.
 */
export function SiteHeader() {
  const isQuiet = usePathname().startsWith(`${paths.offer}/`)
  return (
    <header className="fixed inset-x-0 top-0 z-20 border-b border-border bg-background">
      <div className="wrap flex h-(--header-height) items-center justify-between gap-2 lg:gap-6">
        <Link href={paths.home} prefetch={false} className="wordmark min-h-11 min-w-0">
          <Logo />
          {/* The negative tracking would cut the last letter. */}
          <span className="truncate pr-1">{site.name}</span>
        </Link>
        {!isQuiet && <SiteNav />}
      </div>
    </header>
  )
}
