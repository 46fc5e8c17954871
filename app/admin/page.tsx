import { redirect } from 'next/navigation'
import { getViewer } from '@/lib/auth'
import { paths } from '@/lib/paths'
import { readView } from '@/lib/requests/view'
import { DeskHeader } from './_components/desk-header'
import { LiveProvider } from './_components/live'
import { LiveStatus } from './_components/live-status'
import { NotAdmin } from './_components/not-admin'
import { ReadFailureToast } from './_components/read-failure'
import { RequestsPanel } from './_requests/requests-panel'
import { failureSentence, readDesk } from './reads'

export default async function AdminPage({ searchParams }: PageProps<'/admin'>) {
  const params = await searchParams
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />

  const { readAt, ...desk } = await readDesk()
  return (
    <LiveProvider readAt={readAt}>
      <DeskHeader email={viewer.email}>
        <LiveStatus />
      </DeskHeader>
      <ReadFailureToast sentence={failureSentence(Object.values(desk))} />
      <main className="wrap grid gap-10 py-8">
        <RequestsPanel bookings={desk.bookings} inquiries={desk.inquiries} initialView={readView(params)} />
      </main>
    </LiveProvider>
  )
}
