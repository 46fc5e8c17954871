import { offerTerms } from '@/lib/content/offer'
import { packageOf } from '@/lib/content/packages'
import { owner } from '@/lib/content/owner'
import { readPackage } from '@/lib/booking/address'
import { addDays } from '@/lib/dates'
import { readFit } from '@/lib/start/answers'
import { startAfterOffer } from '@/lib/start/launch'
import { findResult, unmetWishes } from '@/lib/start/result'
import type { AdminRequest } from '@/lib/requests/request'
import type { OfferDraft } from '@/lib/offers/draft'
import { packageFields } from '@/lib/offers/package-fields'

export async function firstDraft(
  request: AdminRequest,
  today: string,
  findFirstWorkingDay: (from: string) => Promise<string>,
): Promise<OfferDraft> {
  const chosen = readPackage(request.package ?? null)
  const answers = readFit(request.fit)?.given.answers
  const found = answers && findResult(answers)
  const item = chosen ? packageOf(chosen) : found?.fittingPackage
  const [seen] = /\d(?:[\d.,'’\s]*\d)?/.exec(request.price_seen ?? '') ?? []
  return {
    title: item ? `${item.name}: ` : '',
    forName: request.name,
    ...{ forCompany: '', forAddress: '', about: '' },
    ...(item ? packageFields(item, seen) : { lines: [{ text: '', amount: '' }], included: '', weeks: '' }),
    gst: 'added',
    gstReason: '',
    // Names from the price list, because those of /start mean nothing in a contract.
    excluded: [
      ...new Set(item && answers ? unmetWishes(item, answers).map(({ text, needs }) => needs ?? text) : []),
      offerTerms.excluded,
    ].join('\n'),
    payments: offerTerms.payments.map((step) => ({ ...step })),
    terms: offerTerms.terms,
    words: '',
    followsUp: true,
    ...(await findDates(today, findFirstWorkingDay)),
  }
}

/** The new last day comes with a start after it. */
export async function renewDraft(
  draft: OfferDraft,
  today: string,
  findFirstWorkingDay: (from: string) => Promise<string>,
): Promise<OfferDraft> {
  const { start, validUntil } = await findDates(today, findFirstWorkingDay)
  return { ...draft, validUntil, start: draft.start > validUntil ? draft.start : start }
}

async function findDates(today: string, findFirstWorkingDay: (from: string) => Promise<string>) {
  const validUntil = addDays(today, offerTerms.validDays)
  const start = startAfterOffer(owner.nextFreeStart, validUntil, today)
  return { validUntil, start: start ? await findFirstWorkingDay(start) : '' }
}
