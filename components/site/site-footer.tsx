import Link from 'next/link'
import { footer, type NavItem } from '@/lib/content/navigation'
import { site, studio } from '@/lib/content/studio'
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
  return (
    <a href={item.external} target="_blank" rel="noopener">
      {item.label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

function FooterItems({ items }: { items: NavItem[] }) {
  return (
    <ul>
      {items.map((item, index) => (
        <li key={index}>
          <FooterItem item={item} />
        </li>
      ))}
    </ul>
  )
}

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
        <div className="site-footer-contact">
          <h2 className="max-sm:sr-only">{footer.contact.title}</h2>
          <a href={`mailto:${site.email}`}>{site.email}</a>
          <p className="text-sm text-muted-foreground">{studio.responseTime}</p>
          <FooterItems {...footer.contact} />
        </div>
        {footer.columns.map(({ title, items }, index) => (
          <div key={index}>
            <h2>{title}</h2>
            <FooterItems items={items} />
          </div>
        ))}
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-8 border-t border-border pt-4 text-sm text-muted-foreground">
          {site.sample && <p className="tag px-2 text-xs">Sample name and address</p>}
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
