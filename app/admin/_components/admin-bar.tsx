import { paths } from '@/lib/paths'
import { cn } from '@/lib/utils'
import { LogoutButton } from './logout-button'

export type AdminPage = 'requests' | 'hours' | 'offers' | 'settings'

interface AdminBarProps {
  email: string
  /** The link to mark as current; if absent, the bar has no links. */
  current?: AdminPage
  toAnswer?: number
  children?: React.ReactNode
}

/** While scrolling on a small screen, only its row of links stays in view. */
export function AdminBar({ email, current, toAnswer, children }: AdminBarProps) {
  return (
    <header className="tall:sticky -top-11 z-20 border-b border-border bg-card/95 backdrop-blur-sm lg:top-0">
      <div className="page-width flex flex-wrap items-center gap-x-3 text-sm lg:min-h-13 lg:flex-nowrap">
        <h1 className="text-base font-semibold tracking-tight max-lg:flex max-lg:min-h-11 max-lg:items-center">
          Admin
        </h1>
        {current && (
          <nav
            aria-label="Admin"
            className="-ml-2.5 flex flex-wrap self-stretch max-lg:order-last max-lg:basis-full lg:ml-2"
          >
            <PageLink href={paths.admin} isCurrent={current === 'requests'}>
              Requests
              {Boolean(toAnswer) && (
                <span
                  aria-hidden
                  className="rounded-full bg-status-yellow px-1.5 text-xs font-semibold text-status-yellow-foreground tabular-nums"
                >
                  {toAnswer}
                </span>
              )}
            </PageLink>
            <PageLink href={paths.hours} isCurrent={current === 'hours'}>
              Hours
            </PageLink>
            <PageLink href={paths.offers} isCurrent={current === 'offers'}>
              Offers
            </PageLink>
            <PageLink href={paths.settings} isCurrent={current === 'settings'}>
              Settings
            </PageLink>
          </nav>
        )}
        <div className="ml-auto flex min-w-0 grow basis-0 items-center justify-end gap-x-3 max-lg:min-h-11">
          <p title={email} className="min-w-0 truncate text-muted-foreground max-lg:grow lg:order-1">
            Welcome, <bdi>{email}</bdi>
          </p>
          {children}
          <div className="lg:order-2">
            <LogoutButton />
          </div>
        </div>
      </div>
    </header>
  )
}

/** Plain, because the admin's first page loads as a new document (docs/decisions/admin-refresh.md). */
function PageLink({
  href,
  isCurrent,
  children,
}: {
  href: string
  isCurrent: boolean
  children: React.ReactNode
}) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        'flex min-h-10 items-center gap-1.5 border-b-2 border-transparent px-2.5 lg:-mb-px',
        isCurrent
          ? 'border-foreground font-semibold text-foreground'
          : 'text-muted-foreground hover:text-foreground forced-colors:border-[Canvas]',
      )}
    >
      {children}
    </a>
  )
}
