import { AdminBar, type AdminPage } from './admin-bar'
import { KeepLive } from './live'
import { LiveStatus } from './live-status'
import { PreviousIfFailed } from './previous-data'
import { ReadFailure } from './read-failure'

interface PageFrameProps {
  email: string
  current: AdminPage
  /** The number of requests to answer; absent if the page does not read it. */
  toAnswer?: number
  /** The error of a failed read. With an error, the page keeps its previous content. */
  failure?: string | null
  children?: React.ReactNode
}

/** The bar, the `main` element and the live updates of every admin page except /admin. */
export function PageFrame({ failure = null, children, ...props }: PageFrameProps) {
  return (
    <>
      <KeepLive failed={failure === null ? 0 : 1} />
      <AdminBar {...props}>
        <LiveStatus readAt={null} />
      </AdminBar>
      <main id="main" tabIndex={-1} className="page-width grid gap-6 py-4 text-sm outline-none">
        {failure && <ReadFailure sentence={failure} />}
        <PreviousIfFailed failed={failure !== null}>{children}</PreviousIfFailed>
      </main>
    </>
  )
}
