/** What the page of an offer shows, made on the server. */
import 'server-only'
import { offerStates } from '@/lib/content/offer'
import { formatLongDate } from '@/lib/dates'
import type { OfferVersion, VisitorsOffer } from '@/lib/offers/queries'
import { formatMoment, statusOf } from '@/lib/offers/view'

/** The newest version, how it stands now, and the versions before it, the newest first. */
export function toShownOffer(offer: VisitorsOffer, token: string) {
  const versions = offer.versions.toReversed() as [OfferVersion, ...OfferVersion[]]
  const [newest, ...earlier] = versions
  const status = statusOf({ ...offer, valid_until: newest.valid_until }, Date.now())
  const at = offer.accepted_at ?? offer.ended_at
  const words = offerStates[status](
    status === 'open' || status === 'expired'
      ? formatLongDate(newest.valid_until)
      : at
        ? formatMoment(at)
        : '',
  )
  return { ...words, token, status, newest, earlier, reason: offer.withdrawn_reason }
}
