'use server'

import { offerPage, offerProblem } from '@/lib/content/offer'
import { mailIsOn } from '@/lib/mail/config'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { refresh } from '@/lib/next'
import { answerOffer as storeAnswer } from '@/lib/offers/commands'
import { type OfferField, type OfferState, readOfferEntries } from '@/lib/offers/form'
import { findVisitorsOffer } from '@/lib/offers/queries'
import { parseAnswer } from '@/lib/offers/schema'
import { formatMoment } from '@/lib/offers/view'
import { postedForm } from '@/lib/posted-form'

/**
 * Accepts or declines the offer of the form's `token`, in the version that the form names. Never throws: a
 * forged post gets an error state too.
 */
export async function answerOffer(_: OfferState, posted: FormData): Promise<OfferState> {
  const entries = readOfferEntries(postedForm(posted))
  const failure = (words: { message: string; detail?: string }, field?: OfferField): OfferState => ({
    status: 'error',
    ...words,
    field,
    entries,
  })
  const offer = await findVisitorsOffer(entries.token)
  if (offer === 'unreachable') return failure(offerProblem('unreachable'))
  // Makes the response render the page again with current data, even after an error.
  refresh()
  if (offer === 'invalid') return failure(offerProblem('link_invalid'))
  const parsed = parseAnswer(entries)
  if (!('answer' in parsed)) {
    const { field, message } = parsed
    return field && message ? failure({ message }, field) : failure(offerProblem('superseded'))
  }
  deliverAfterResponse()
  const { outcome, at, tries_left } = await storeAnswer(offer, parsed.answer)
  if (outcome === 'declined_now') return { status: 'success', ...offerPage.done.declined_now }
  if (outcome === 'accepted') {
    const { message, mailed, notMailed } = offerPage.done.accepted
    return { status: 'success', message, detail: mailIsOn() ? mailed : notMailed }
  }
  return failure(
    offerProblem(outcome, { at: at && formatMoment(at), triesLeft: tries_left }),
    outcome === 'email_differs' ? 'email' : undefined,
  )
}
