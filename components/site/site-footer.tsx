import Link from 'next/link'
import { footer, type NavItem } from '@/lib/content/navigation'
import { site } from '@/lib/content/site'
import { ComingSoonButton } from './coming-soon-button'
import { Logo } from './logo'
import { SectionLink } from './section-link'

function FooterItem({ item }: { item: NavItem }) {
  if ('section' in item) return <SectionLink section={item.section}>{item.label}</SectionLink>
  if ('href' in item)
    return (
      <Link href={item.href} prefetch={false}>
        {item.label}
      </Link>
    )
  if ('external' in item)
    return (
      <a href={item.external} target="_blank" rel="noopener">
        {item.label}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  return <span className="text-muted-foreground">{item.label}</span>
}

/** The footer's four columns: the studio, services, company, contact. */
export function SiteFooter() {
  return (
    <footer className="site-footer deep floor">
      <div className="site-footer-columns">
        <div className="max-lg:col-span-full">
          <p className="wordmark">
            <Logo />
            {site.name}
          </p>
          <p className="mt-4 max-w-[21.5em] text-muted-foreground">{footer.about}</p>
        </div>
        {footer.columns.map(({ title, items }, index) => (
          <div key={index}>
            <h2>{title}</h2>
            <ul>
              {items.map((item, index) => (
                <li key={index}>
                  <FooterItem item={item} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-8 border-t border-border pt-4 text-sm text-muted-foreground">
          <p className="flex flex-wrap items-center gap-x-4 [overflow-wrap:anywhere]">
            <a
              href={`mailto:${site.email}`}
              className="text-base text-foreground underline underline-offset-4"
            >
              {site.email}
            </a>
            {site.sample && <span className="tag px-2 text-xs">Sample name and address</span>}
          </p>
          <div className="flex flex-wrap gap-x-6">
            {footer.comingSoon.labels.map((label) => (
              <ComingSoonButton key={label} label={label} message={footer.comingSoon.message} />
            ))}
          </div>
        </div>
      </div>
    </footer>
  )
}
