import type { RequestCounts } from '@/lib/requests/address'
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
  /** Absent if the page does not read them, null if they could not be read. */
  counts?: RequestCounts | null
  shownAt?: number
  /** The error of a read without which the page keeps its previous content. */
  failure?: string | null
  failures?: string[]
  className?: string
  children?: React.ReactNode
}

export function PageFrame({
  failure = null,
  failures = failure === null ? [] : [failure],
  counts,
  shownAt,
  className,
  children,
  ...props
}: PageFrameProps) {
  return (
    <>
      <KeepLive failed={failures.length} readAt={counts?.readAt} />
      <AdminBar {...props} toAnswer={counts?.to_answer}>
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
