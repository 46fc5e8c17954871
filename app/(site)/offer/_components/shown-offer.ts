import 'server-only'
import { acceptedBy, offerPage, offerStates } from '@/lib/content/offer'
import { dateAt, daysBetween, formatLongDate, siteDate } from '@/lib/dates'
import type { OfferVersion, VisitorsOffer } from '@/lib/offers/queries'
import { partiesOf, totalOf } from '@/lib/offers/text'
import { formatMoment, statusOf } from '@/lib/offers/state'

export interface ShownBar {
  /** Null if the offer's text names no sum. */
  price: string | null
  /** The tax in the price, if any. */
  tax: string | null
  /** How long the offer is still valid; null if its last day is too far away, as with a mistyped year. */
  left: string | null
  isLastDay: boolean
}

/** The earlier versions are newest first. */
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
  const { acceptance, accepted_at } = offer
  const acceptanceText = acceptance && accepted_at ? acceptedBy(acceptance, formatMoment(accepted_at)) : null
  const today = dateAt()
  const last = siteDate(newest.valid_until, today) // null if it is too far away
  const days = last ? daysBetween(today, last) : null
  const total = totalOf(newest.text)
  const bar: ShownBar | null =
    status === 'open'
      ? {
          price: total?.price ?? null,
          tax: total?.tax ?? null,
          left: days === null ? null : offerPage.left(days),
          isLastDay: days === 0,
        }
      : null
  return {
    ...words,
    token,
    status,
    bar,
    acceptanceText,
    parties: partiesOf(newest.text),
    newest,
    earlier,
    reason: offer.withdrawn_reason,
  }
}
