import { redirect } from 'next/navigation'
import { listCallsToTell } from '@/lib/mail/calls-to-tell'
import { mailIsOn } from '@/lib/mail/config'
import { listMailNotices } from '@/lib/mail/queries'
import { paths } from '@/lib/paths'
import { countRequests } from '@/lib/requests/list'
import { getViewer } from '@/lib/supabase/auth'
import { BackToList } from '../_components/back-to-list'
import { NotAdmin } from '../_components/not-admin'
import { PageFrame } from '../_components/page-frame'
import { denied } from '../denied'
import { attempt } from '../queries'
import { FailedMails } from './_components/failed-mails'
import { NotYetTold } from './_components/not-yet-told'

/** "/admin/told": the mails that failed, and the visitors whom an admin must tell about a change. */
export default async function ToldPage() {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const read = Promise.all([listMailNotices(), listCallsToTell(), countRequests()])
  const { data, failure, isDenied } = await attempt('Failed to load admin data.', read)
  if (isDenied) return denied(viewer.email, paths.told)
  if (!data) return <PageFrame email={viewer.email} current="requests" failure={failure} />
  const [{ people }, calls, counts] = data
  return (
    <PageFrame email={viewer.email} current="requests" toAnswer={counts.to_answer}>
      <div className="border-b border-border pb-2">
        <BackToList />
      </div>
      <div className="grid max-w-5xl gap-8">
        {people.length + calls.length === 0 && <p>Everybody is told, and no mail failed.</p>}
        <FailedMails people={people} />
        <NotYetTold calls={calls} mailed={mailIsOn()} now={Date.now()} />
      </div>
    </PageFrame>
  )
}
