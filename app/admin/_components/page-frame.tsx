import { AdminBar, type AdminPage } from './admin-bar'
import { KeepLive } from './live'
import { LiveStatus } from './live-status'
import { PreviousIfFailed } from './previous-data'
import { ReadFailure } from './read-failure'

interface PageFrameProps {
  email: string
  current: AdminPage
  toAnswer?: number
  /** The sentence for when the page could not be read: what was shown before stays, if anything was. */
  failure?: string | null
  children?: React.ReactNode
}

/** The frame of the admin's pages besides its first one, which follow what happens to what they show. */
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
