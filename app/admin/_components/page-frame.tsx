import { cn } from '@/lib/utils'
import { AdminBar, type AdminPage } from './admin-bar'
import { FailureToast } from './failure-toast'
import { KeepLive } from './live'
import { LiveStatus } from './live-status'
import { PreviousIfFailed } from './previous-data'
import { ReadFailure } from './read-failure'

interface PageFrameProps {
  email: string
  current: AdminPage
  /** The number of requests to answer; absent if the page does not read it. */
  toAnswer?: number
  /** When the page was read, as `KeepLive` needs it. */
  readAt?: number
  /** When the page was read, to show it. */
  shownAt?: number
  /** The error of the read that the page cannot do without: then the page keeps its previous content. */
  failure?: string | null
  /** The errors of all failed reads. */
  failures?: string[]
  className?: string
  children?: React.ReactNode
}

/** The bar, the `main` element and the live updates of an admin page. */
export function PageFrame({
  failure = null,
  failures = failure === null ? [] : [failure],
  readAt,
  shownAt,
  className,
  children,
  ...props
}: PageFrameProps) {
  return (
    <>
      <KeepLive failed={failures.length} readAt={readAt} />
      <AdminBar {...props}>
        <LiveStatus readAt={failures.length > 0 ? null : (shownAt ?? null)} />
      </AdminBar>
      <FailureToast failures={failures} />
      <main
        id="main"
        tabIndex={-1}
        className={cn('page-width grid gap-6 py-4 text-sm outline-none', className)}
      >
        {failure && <ReadFailure sentence={failure} />}
        <PreviousIfFailed failed={failure !== null}>{children}</PreviousIfFailed>
      </main>
    </>
  )
}
