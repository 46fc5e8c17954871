import { place } from '@/lib/content/place'
import { formatLongDate } from '@/lib/dates'
import type { Offer } from '@/lib/offers/draft'
import { formatCents } from '@/lib/money'

export function SendSummary({ offer, email }: { offer: Offer; email: string }) {
  return (
    <p className="mb-2 [overflow-wrap:anywhere]">
      <strong className="tabular-nums">{formatCents(offer.total)}</strong>
      {offer.tax ? (offer.tax.percent ? ` with ${place.tax.name}` : ', zero-rated') : ''}, valid until the end
      of {formatLongDate(offer.validUntil)}, to {email}.
    </p>
  )
}
