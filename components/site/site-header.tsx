import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { site } from '@/lib/content/studio'
import { paths } from '@/lib/paths'
import { Logo } from './logo'
import { SiteNav } from './site-nav'

/** An offer's page has no links, because a person who reads a contract needs no advertising. */
export function SiteHeader() {
  const isQuiet = usePathname().startsWith(`${paths.offer}/`)
  return (
    <header className="site-header">
      <div>
        <Link href={paths.home} prefetch={false} className="wordmark">
          <Logo />
          <span>{site.name}</span>
        </Link>
        {!isQuiet && <SiteNav />}
      </div>
    </header>
  )
}
