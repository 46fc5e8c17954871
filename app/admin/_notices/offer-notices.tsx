import { Alert } from '@/components/ui/alert'
import { formatDate, formatTime, formatTimestamp } from '@/lib/dates'
import { formatCents } from '@/lib/offers/money'
import type { OfferNews } from '@/lib/offers/news'
import { paths } from '@/lib/paths'
import { NoticeButton } from '../_components/notice-button'
import { RequestLink } from '../_components/request-link'
import { finishOfferNews } from './actions'

/** Which offers were accepted or declined, or expired, each until an admin says that they are done with it. */
export function OfferNotices({ offers }: { offers: OfferNews[] }) {
  if (offers.length === 0) return null
  return (
    <section id="offer-news" aria-label="News of offers" className="grid scroll-mt-16 gap-3">
      {offers.map((offer) => (
        <Notice key={`${offer.offer_id} ${offer.answered_at}`} {...offer} />
      ))}
    </section>
  )
}

function Notice({ outcome, name, email, title, total_cents, answered_at, ...offer }: OfferNews) {
  const { offer_id, request_id, recorded_by, reason, call } = offer
  const who = name ?? email
  return (
    <Alert className="grid gap-2 text-sm [overflow-wrap:anywhere]">
      <p>
        <b className="font-semibold">
          {outcome === 'expired' ? (
            <>
              Your offer to <bdi>{who}</bdi> has expired:
            </>
          ) : (
            <>
              <bdi>{who}</bdi> {outcome} your offer
            </>
          )}
        </b>{' '}
        {title && (
          <>
            “<bdi>{title}</bdi>”,{' '}
          </>
        )}
        {formatCents(total_cents)},{' '}
        {outcome === 'expired' ? 'without an answer' : formatTimestamp(answered_at)}
        {recorded_by && ` (by email, recorded by ${recorded_by})`}.{' '}
        {outcome === 'accepted' && 'Next, write to them about the first step.'}
        {outcome === 'declined' && !reason && 'They gave no reason.'}
      </p>
      {reason && (
        <blockquote dir="auto" className="border-l-2 border-input pl-3 whitespace-pre-wrap">
          {reason}
        </blockquote>
      )}
      {call && (
        <p>
          Their call on {formatDate(call.date)}, {formatTime(call.start_time, true)}, still stands (
          {call.status}).
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {request_id && <RequestLink id={request_id}>Open the request</RequestLink>}
        <a
          href={`${paths.offers}/${request_id ?? offer_id}`}
          className="font-semibold text-brand underline underline-offset-3"
        >
          Read the offer
        </a>
        {outcome === 'expired' && (
          <a
            href={`${paths.offers}/${request_id}?again`}
            className="font-semibold text-brand underline underline-offset-3"
          >
            Send it again
          </a>
        )}
        <NoticeButton
          aria-label={`Done with the offer to ${who}`}
          action={finishOfferNews}
          ids={[{ id: offer_id, answered_at }]}
          failure="Failed to take the news away"
        >
          Done
        </NoticeButton>
      </div>
    </Alert>
  )
}
