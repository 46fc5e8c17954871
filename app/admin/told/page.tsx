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
import { Part } from '../_components/part-failure'
import { denied } from '../denied'
import { keepPage } from '../keep-page'
import { failuresOf, readPart } from '../queries'
import { FailedMails } from './_components/failed-mails'
import { NotYetTold } from './_components/not-yet-told'

/** "/admin/told": the mails that failed, and the visitors whom an admin must tell about a change. */
async function ToldPage() {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const reads = await Promise.all([
    readPart(listMailNotices()),
    readPart(listCallsToTell()),
    readPart(countRequests()),
  ])
  if (reads.some(({ isDenied }) => isDenied)) return denied(viewer.email, paths.told)
  const [mails, calls, counts] = reads
  return (
    <PageFrame
      email={viewer.email}
      current="requests"
      toAnswer={counts.data?.to_answer}
      readAt={counts.data?.readAt}
      failures={failuresOf(...reads)}
    >
      <div className="border-b border-border pb-2">
        <BackToList />
      </div>
      <div className="grid max-w-5xl gap-8">
        {mails.data?.people.length === 0 && calls.data?.length === 0 && (
          <p>Everybody is told, and no mail failed.</p>
        )}
        <Part failed={mails.failure !== null} sentence="The failed mails could not be read.">
          <FailedMails people={mails.data?.people ?? []} />
        </Part>
        <Part failed={calls.failure !== null} sentence="Who is not told could not be read.">
          <NotYetTold calls={calls.data ?? []} mailed={mailIsOn()} now={Date.now()} />
        </Part>
      </div>
    </PageFrame>
  )
}

export default keepPage(ToldPage)
