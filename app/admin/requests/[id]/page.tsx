import { notFound, redirect } from 'next/navigation'
import { mailIsOn } from '@/lib/mail/config'
import { paths, requestPath } from '@/lib/paths'
import { isErased } from '@/lib/requests/request'
import { requestId } from '@/lib/requests/schema'
import { describeUntil, turnOf } from '@/lib/requests/turn'
import { getViewer } from '@/lib/supabase/auth'
import { BackToList } from '../../_components/back-to-list'
import { NotAdmin } from '../../_components/not-admin'
import { PageFrame } from '../../_components/page-frame'
import { denied } from '../../denied'
import { attempt } from '../../queries'
import { NextToAnswer } from './_components/next-to-answer'
import { Notes } from './_components/notes'
import { RequestDetails } from './_components/request-details'
import { RequestHistory } from './_components/request-history'
import { RequestView } from './_components/request-view'
import { RequestMessage } from './_components/request-message'
import { findRequestPage } from './queries'

/** "/admin/requests/[id]": a booking or an inquiry. */
export default async function RequestPage({ params }: PageProps<'/admin/requests/[id]'>) {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const id = requestId.safeParse((await params).id).data
  if (!id) notFound()
  const { data: page, failure, isDenied } = await attempt('Failed to load admin data.', findRequestPage(id))
  if (isDenied) return denied(viewer.email, requestPath(id))
  if (failure) return <PageFrame email={viewer.email} current="requests" failure={failure} />
  if (!page) notFound()
  const { request, details, admins, counts, next, toTell, readAt: now } = page
  const isOurs = turnOf(request, now)?.whose === 'ours'
  return (
    <PageFrame email={viewer.email} current="requests" toAnswer={counts.to_answer}>
      <div className="grid gap-4">
        <div className="flex min-h-9 items-center justify-between gap-3 border-b border-border pb-2">
          <BackToList />
          <NextToAnswer current={id} id={next} counts={counts} isMain={!isOurs && !toTell} />
        </div>
        <RequestView
          key={id}
          request={request}
          until={describeUntil(request, now)}
          now={now}
          mailed={mailIsOn()}
          context={details.reply}
          usual={details.location?.usual}
          replies={details.replies}
          toTell={toTell}
          left={
            <>
              <RequestMessage request={request} />
              {!isErased(request) && <Notes id={id} notes={details.notes} admins={admins} me={viewer.id} />}
              <RequestHistory events={details.reply.events} siteMails={details.siteMails} />
            </>
          }
          details={
            <RequestDetails request={request} details={details} admins={admins} me={viewer.id} now={now} />
          }
        />
      </div>
    </PageFrame>
  )
}
