import { offerTerms } from '@/lib/content/offer'
import { contentsOf, packageOf } from '@/lib/content/packages'
import { owner } from '@/lib/content/start'
import { readPackage } from '@/lib/booking/view'
import { addDays } from '@/lib/dates'
import { readFit } from '@/lib/start/answers'
import { findResult } from '@/lib/start/result'
import type { AdminRequest } from '@/lib/requests/request'
import type { OfferDraft } from '@/lib/offers/draft'

/**
 * What the form of a request's first offer begins with: its package, or the one that fits
 * their answers, with the price that they saw, and the studio's own terms.
 */
export function firstDraft(request: AdminRequest, today: string): OfferDraft {
  const chosen = readPackage(request.package ?? null)
  const answers = readFit(request.fit)?.given.answers
  const found = answers && findResult(answers)
  const item = chosen ? packageOf(chosen) : found?.fits
  const [, seen] = /^\$([\d,]+)/.exec(request.price_seen ?? '') ?? []
  const start = owner.nextFreeStart
  return {
    title: item ? `${item.name}: ` : '',
    lines: [{ text: item?.name ?? '', amount: item ? (seen ?? item.amount.toLocaleString('en-NZ')) : '' }],
    gst: 'added',
    gstReason: '',
    included: item ? contentsOf(item).join('\n') : '',
    excluded: [...(found?.leavesOut ?? []), offerTerms.excluded].join('\n'),
    weeks: item?.timeline ?? '',
    start: start && start >= today ? start : '',
    payments: offerTerms.payments.map((step) => ({ ...step })),
    terms: offerTerms.terms,
    validUntil: addDays(today, offerTerms.validDays),
  }
}
