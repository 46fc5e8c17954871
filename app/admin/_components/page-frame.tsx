import { AdminBar, type AdminPage } from './admin-bar'
import { KeepLive } from './live'
import { LiveStatus } from './live-status'
import { PreviousIfFailed } from './previous-data'
import { ReadFailure } from './read-failure'

interface PageFrameProps {
  email: string
  current: AdminPage
  toAnswer?: number
  /** The error of a failed read. The page then keeps its previous content, if any. */
  failure?: string | null
  children?: React.ReactNode
}

/** The frame of all admin pages but the first. It keeps them up to date. */
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
