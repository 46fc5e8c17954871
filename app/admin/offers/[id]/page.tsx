import { ArrowLeft } from 'lucide-react'
import { Alert } from '@/components/ui/alert'
import { offerTerms } from '@/lib/content/offer'
import { addDays, dateAt } from '@/lib/dates'
import { mailIsOn, linkOrigin } from '@/lib/mail/config'
import { findOfferPage } from '@/lib/requests/offer-page'
import { readSheet } from '@/lib/offers/text'
import { offerPath } from '@/lib/offers/token'
import { paths, requestPath } from '@/lib/paths'
import { countRequests } from '@/lib/requests/list'
import { requestId } from '@/lib/requests/schema'
import { describeFit } from '@/lib/start/describe'
import type { Viewer } from '@/lib/supabase/auth'
import { PageFrame } from '../../_components/page-frame'
import { PageLink } from '../../_components/page-link'
import { keepPage } from '../../_components/keep-page'
import { failuresOf, readPart } from '../../queries'
import { AnswerLink, OfferLetter } from '../../_requests/reply/offer-letter'
import { firstDraft, renewDraft } from '../_components/first-draft'
import { NextVersion } from '../_components/next-version'
import { OfferForm } from '../_components/offer-form'
import { findFirstWorkingDay } from '@/lib/booking/launch'
import { OfferLines } from '../_components/offer-lines'
import { Standing } from '../_components/standing'

/** `[id]` is the request's, or for an erased person the offer's. `?again` opens the next version's form. */
async function AdminOfferPage({ params, searchParams }: PageProps<'/admin/offers/[id]'>, viewer: Viewer) {
  const now = Date.now()
  const idInUrl = requestId.safeParse((await params).id).data
  const [page, counts] = await Promise.all([
    idInUrl ? findOfferPage(idInUrl) : null,
    readPart(countRequests()),
  ])
  const failures = failuresOf(counts)
  const frame = { email: viewer.email, current: 'offers', counts: counts.data, failures } as const
  if (!idInUrl || !page)
    return (
      <PageFrame {...frame}>
        <BackToOffers />
        <Alert className="text-sm">There is no such request, or its person was erased.</Alert>
      </PageFrame>
    )
  const { request, offer, wentOut } = page
  const mailed = mailIsOn()
  const [newest] = offer?.versions ?? []
  const nextVersion = (newest?.version ?? 0) + 1
  const path = offer && offerPath(offer.id, offer.link_version)
  const url = path && linkOrigin() + path
  const today = dateAt()
  const isToRenew = offer?.status === 'expired' && (await searchParams).again !== undefined
  const draft = request &&
    offer?.draft && {
      ...offer.draft,
      // A sent version's draft stays as it was, but each mail has words of its own: those already sent go.
      words: offer.draft.words === offer.sentWords ? '' : offer.draft.words,
    }
  // The draft still has the last day of the version before. If that day is over, the form proposes a new one.
  const isRenewed = Boolean(newest && draft && draft.validUntil < today)
  const startAnswers = request?.fit && !newest ? describeFit(request.fit) : []
  const offerTitle = newest && readSheet(newest.text)?.title[0]?.parts[0]
  const head = (
    <div>
      <h2 dir="auto" className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">
        {request ? `Offer to ${request.name}` : 'An offer whose person was erased'}
      </h2>
      {request && (
        <p className="mt-1 flex flex-wrap gap-x-3 [overflow-wrap:anywhere] text-muted-foreground">
          <span>{newest ? offerTitle : request.email}</span>
          <a
            href={requestPath(request.id)}
            className="whitespace-nowrap text-brand underline underline-offset-3"
          >
            Open the {request.type === 'booking' ? 'booking' : 'message'}
          </a>
        </p>
      )}
      {request?.price_seen && !newest && <p className="mt-2">They saw: {request.price_seen}</p>}
      {startAnswers.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded">What they answered on /start</summary>
          <ul className="mt-1 grid gap-1">
            {startAnswers.map(({ question, answer }) => (
              <li key={question}>
                <span className="text-muted-foreground">{question}</span> {answer}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
  const isWriting = request && !offer?.acceptance
  const back = <BackToOffers />
  return (
    <PageFrame {...frame}>
      {(newest || !isWriting) && (
        <>
          <div className="lg:tall:sticky z-10 -mt-4 border-b border-border bg-background lg:top-13">
            {back}
          </div>
          {!newest && head}
        </>
      )}
      {offer && newest && (
        <div className="grid content-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_29rem] lg:grid-rows-[auto_1fr]">
          {head}
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Standing
              {...{ ...page, offer, now, path, url, mailed }}
              renewedUntil={addDays(today, offerTerms.validDays)}
              renderLetter={(letter) => request && <OfferLetter request={request} {...letter} />}
              renderAnswer={(look) => request && <AnswerLink request={request} {...look} />}
            />
          </div>
          <OfferLines {...{ id: idInUrl, offer, path, url }} isUnsent={offer.status === 'open' && !wentOut} />
        </div>
      )}
      {isWriting && (
        <NextVersion
          id={request.id}
          version={nextVersion}
          startsOpen={isToRenew}
          isOpenedByLink={offer?.status === 'expired'}
        >
          <OfferForm
            id={request.id}
            name={request.name}
            email={request.email}
            today={today}
            serverDraft={
              draft
                ? isRenewed
                  ? await renewDraft(draft, today, findFirstWorkingDay)
                  : draft
                : await firstDraft(request, today, findFirstWorkingDay)
            }
            isProposed={!draft || isRenewed}
            revision={offer?.draft_revision ?? 0}
            version={nextVersion}
            mailed={mailed}
            back={back}
          >
            {newest ? <h2 className="font-semibold">{`The next version, ${nextVersion}`}</h2> : head}
          </OfferForm>
        </NextVersion>
      )}
    </PageFrame>
  )
}

export default keepPage(AdminOfferPage)

function BackToOffers() {
  return (
    <PageLink
      href={paths.offers}
      className="-ml-1 flex min-h-11 w-fit items-center gap-2 rounded px-1 font-medium hover:underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Offers
    </PageLink>
  )
}
