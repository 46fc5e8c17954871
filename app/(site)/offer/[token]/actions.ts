'use server'

import { z } from 'zod'
import { consentText, offerPage, offerTerms } from '@/lib/content/offer'
import { describeError } from '@/lib/describe-error'
import { mailIsOn } from '@/lib/mail/config'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { refresh } from '@/lib/next'
import {
  type OfferField,
  offerProblems,
  type OfferState,
  readOfferEntries,
  offerProblem,
} from '@/lib/offers/form'
import { findVisitorsOffer, type VisitorsOffer } from '@/lib/offers/queries'
import { type OfferAnswer, parseAnswer } from '@/lib/offers/schema'
import { formatMoment } from '@/lib/offers/state'
import { postedForm } from '@/lib/posted-form'
import { errorCode } from '@/lib/supabase/errors'
import { visitorClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'
import { siteKey } from '@/lib/supabase/site-key'

/** Never throws, not even for a forged post. */
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
    // Without a field to correct, the intent is unknown: the form is forged, or of another version of the site.
    return field && message ? failure({ message }, field) : failure(offerProblem('superseded'))
  }
  deliverAfterResponse() // the answer is stored by then, so its mails go out too
  const { data, error } = await storeAnswer(offer, parsed.answer)
  if (error) {
    if (error.message !== 'too_busy') console.error('offer: a visitor’s answer failed.', describeError(error))
    return failure(offerProblem(errorCode(error, ['too_busy'])))
  }
  const { outcome, at, tries_left: triesLeft } = answerOutcome.parse(data)
  if (outcome === 'declined_now') return { status: 'success', ...offerPage.done.declined_now }
  if (outcome === 'accepted') {
    const { message, mailed, notMailed } = offerPage.done.accepted
    return { status: 'success', message, detail: mailIsOn() ? mailed : notMailed }
  }
  const problem = offerProblem(outcome, { at: at && formatMoment(at), triesLeft })
  return failure(problem, outcome === 'email_differs' ? 'email' : undefined)
}

/** `at` (ISO 8601): when the offer was accepted or ended. `tries_left`: how many more wrong e-mails it takes today. */
const answerOutcome = z.object({
  outcome: z.enum(['accepted', 'declined_now', ...offerProblems]),
  at: z.string().optional(),
  tries_left: z.number().optional(),
})

function storeAnswer({ id, link_version }: VisitorsOffer, answer: OfferAnswer) {
  const client = visitorClient(WRITE_TIMEOUT_MS)
  const { version, sha256, email } = answer
  const shared = {
    ...{ p_site_key: siteKey() ?? '', p_id: id, p_link_version: link_version },
    ...{ p_version: version, p_sha256: sha256, p_email: email },
  }
  if (answer.intent === 'decline') return client.rpc('decline_offer', { ...shared, p_reason: answer.reason })
  const consent = { p_consent: consentText(version), p_keep_years: offerTerms.keepAcceptedYears }
  return client.rpc('accept_offer', { ...shared, ...consent, p_name: answer.name })
}
