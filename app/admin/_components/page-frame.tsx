import { Suspense } from 'react'
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
  /** The error of the read that the page cannot do without: then the page keeps its previous content. */
  failure?: string | null
  /** The errors of all failed reads. */
  failures?: string[]
  /** The read that the page streams after the others. */
  last?: React.ComponentProps<typeof FailureToast>['last']
  /** Names that read. Without its key, another read would hold the page back. */
  lastKey?: string | null
  children?: React.ReactNode
}

/** The bar, the `main` element and the live updates of every admin page except /admin. */
export function PageFrame({
  failure = null,
  failures = failure === null ? [] : [failure],
  last,
  lastKey,
  readAt,
  children,
  ...props
}: PageFrameProps) {
  return (
    <>
      <KeepLive failed={failures.length} readAt={readAt} />
      <AdminBar {...props}>
        <LiveStatus readAt={null} />
      </AdminBar>
      <Suspense key={lastKey} fallback={null}>
        <FailureToast failures={failures} last={last} />
      </Suspense>
      <main id="main" tabIndex={-1} className="page-width grid gap-6 py-4 text-sm outline-none">
        {failure && <ReadFailure sentence={failure} />}
        <PreviousIfFailed failed={failure !== null}>{children}</PreviousIfFailed>
      </main>
    </>
  )
}
