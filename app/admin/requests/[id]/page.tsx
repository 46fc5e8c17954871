import { notFound } from 'next/navigation'
import { mailIsOn } from '@/lib/mail/config'
import { requestPath } from '@/lib/paths'
import { isErased } from '@/lib/requests/request'
import { requestId } from '@/lib/requests/schema'
import { describeUntil, turnOf } from '@/lib/requests/turn'
import type { Viewer } from '@/lib/supabase/auth'
import { BackToList } from '../../_components/back-to-list'
import { PageFrame } from '../../_components/page-frame'
import { PartFailure } from '../../_components/part-failure'
import { denied } from '../../_components/denied'
import { keepPage } from '../../_components/keep-page'
import { NextToAnswer } from './_components/next-to-answer'
import { Notes } from './_components/notes'
import { RequestDetails } from './_components/request-details'
import { RequestHistory } from './_components/request-history'
import { RequestView } from './_components/request-view'
import { RequestMessage } from './_components/request-message'
import { readRequestPage } from './queries'

async function RequestPage({ params }: PageProps<'/admin/requests/[id]'>, viewer: Viewer) {
  const id = requestId.safeParse((await params).id).data
  if (!id) notFound()
  const page = await readRequestPage(id, viewer.email)
  if (page.isDenied) return denied(viewer.email, requestPath(id))
  const { request, failure, failures, parts, readAt: now } = page
  const frame = { email: viewer.email, current: 'requests', failure, failures } as const
  if (failure) return <PageFrame {...frame} />
  if (!request || !parts) notFound()
  const { admins, counts, next, untold, notes, context, replies } = parts
  const toTell = untold.data?.find((call) => call.id === id)
  const isOurs = turnOf(request, now)?.whose === 'ours'
  const nextToAnswer = next.failure ? (
    <PartFailure sentence="The next to answer could not be read." />
  ) : (
    <NextToAnswer
      current={id}
      id={next.data}
      counts={counts.data}
      place={isOurs ? 'top' : 'panel'}
      isMain={!isOurs && !toTell}
    />
  )
  return (
    <PageFrame {...frame} counts={counts.data}>
      <div className="grid gap-4">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 border-b border-border pb-2">
          <BackToList />
          {isOurs && nextToAnswer}
        </div>
        <RequestView
          key={id}
          request={request}
          until={describeUntil(request, now)}
          now={now}
          mailed={mailIsOn()}
          context={context}
          replies={replies.data}
          offer={parts.offer.data}
          toTell={toTell}
          isUntoldUnread={untold.failure !== null}
          warnedAt={parts.siteMails.data?.findLast(({ kind }) => kind === 'still_pending')?.at}
          next={!isOurs && nextToAnswer}
          left={
            <>
              <RequestMessage request={request} />
              {!isErased(request) && <Notes id={id} notes={notes.data} admins={admins.data} me={viewer.id} />}
              <RequestHistory events={parts.events} siteMails={parts.siteMails} />
            </>
          }
          details={<RequestDetails request={request} parts={parts} me={viewer.id} now={now} />}
        />
      </div>
    </PageFrame>
  )
}

export default keepPage(RequestPage)
