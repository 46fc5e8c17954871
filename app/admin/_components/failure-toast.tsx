import type { Dashboard } from '../queries'
import { ErrorToast } from './error-toast'

/** Says in one message that something of the page could not be read, whatever it was. */
export async function FailureToast({ dashboard }: { dashboard: Dashboard }) {
  const { requests, hours, shortage, notices } = dashboard
  const reads = [...Object.values(requests), ...Object.values(hours), shortage, notices]
  const failed = [...reads, await dashboard.schedule].flatMap((read) => read?.failure ?? [])
  const [first = null, ...more] = new Set(failed)
  return <ErrorToast sentence={more.length > 0 ? 'Failed to load admin data.' : first} />
}
