import { redirect } from 'next/navigation'
import { getViewer } from '@/lib/auth'
import { listHolidays } from '@/lib/availability/holidays'
import { listSamples } from '@/lib/content/samples'
import { dateAt } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { readView } from '@/lib/requests/view'
import { AvailabilityDesk } from './_availability/availability-desk'
import { ShortageBanner } from './_availability/shortage-banner'
import { DeskHeader } from './_components/desk-header'
import { KeptMails } from './_components/kept-mails'
import { LiveProvider } from './_components/live'
import { LiveStatus } from './_components/live-status'
import { NotAdmin } from './_components/not-admin'
import { Notices } from './_components/notices'
import { PendingCounts } from './_components/pending-counts'
import { ReadFailureToast } from './_components/read-failure'
import { Samples } from './_components/samples'
import { RequestsPanel } from './_requests/requests-panel'
import { failureSentence } from './desk-data'
import { readDesk, readRequests } from './reads'

/** When calls are offered, and what visitors sent. The middleware has turned away who is not signed in; this decides again. */
export default async function AdminPage({ searchParams }: PageProps<'/admin'>) {
  const params = await searchParams
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />

  const view = readView(params)
  const [desk, requests] = await Promise.all([readDesk(), readRequests(view)])
  return (
    <LiveProvider desk={desk}>
      <DeskHeader email={viewer.email}>
        <PendingCounts counts={requests.list.data?.counts} />
        <LiveStatus />
      </DeskHeader>
      <ReadFailureToast
        sentence={failureSentence([
          ...Object.values(desk.reads),
          requests.list,
          requests.soon,
          requests.record,
        ])}
      />
      <main className="wrap grid gap-10 py-7 text-sm">
        <Notices />
        <ShortageBanner />
        <AvailabilityDesk owner={viewer.email} holidays={listHolidays(dateAt())} />
        <RequestsPanel view={view} today={desk.today} {...requests} />
        <KeptMails />
        <Samples samples={listSamples()} />
      </main>
    </LiveProvider>
  )
}
