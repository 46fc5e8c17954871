import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { getViewer } from '@/lib/supabase/auth'
import { readChosenDate } from '@/lib/availability/chosen-date'
import { listSamples } from '@/lib/content/samples'
import { dateAt } from '@/lib/dates'
import { readMail } from '@/lib/mail/config'
import { paths } from '@/lib/paths'
import { readView } from '@/lib/requests/view'
import { AvailabilityPanels } from './_availability/availability-panels'
import { ShortageBanner } from './_availability/shortage-banner'
import { AdminHeader } from './_components/admin-header'
import { FailureToast } from './_components/failure-toast'
import { SavedMails } from './_components/saved-mails'
import { LiveProvider } from './_components/live'
import { LiveStatus } from './_components/live-status'
import { NotAdmin } from './_components/not-admin'
import { Notices } from './_components/notices'
import { PendingCounts } from './_components/pending-counts'
import { Samples } from './_components/samples'
import { SectionNav } from './_components/section-nav'
import { RequestsPanel } from './_requests/requests-panel'
import { getDashboard } from './queries'

/** When calls are offered, and what visitors sent. The middleware has turned away who is not signed in; this decides again. */
export default async function AdminPage({ searchParams }: PageProps<'/admin'>) {
  const params = await searchParams
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />

  const today = dateAt()
  const [view, chosen] = [readView(params), readChosenDate(params, today)]
  const dashboard = await getDashboard(view, chosen)
  const { readAt, requests, hours, shortage, notices, schedule } = dashboard
  const counts = requests.list.data?.counts
  return (
    <LiveProvider>
      <AdminHeader email={viewer.email}>
        <PendingCounts counts={counts} />
        <LiveStatus readAt={readAt} />
      </AdminHeader>
      <SectionNav waiting={counts ? counts.pending + counts.new : null} />
      <Suspense key={chosen.date} fallback={null}>
        <FailureToast dashboard={dashboard} />
      </Suspense>
      <main id="main" tabIndex={-1} className="wrap grid gap-10 py-7 text-sm outline-none">
        <Notices {...notices} />
        <ShortageBanner {...shortage} />
        <AvailabilityPanels
          owner={viewer.email}
          today={today}
          chosen={chosen}
          hours={hours}
          schedule={schedule}
        />
        <RequestsPanel view={view} today={today} mailed={readMail()?.kind === 'smtp'} {...requests} />
        <SavedMails />
        <Samples samples={listSamples()} />
      </main>
    </LiveProvider>
  )
}
