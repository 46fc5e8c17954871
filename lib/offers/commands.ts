import 'server-only'
import { z } from 'zod'
import { consentText, offerTerms } from '../content/offer'
import { describeError } from '../describe-error'
import { errorCode } from '../supabase/errors'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { siteKey } from '../supabase/site-key'
import { type OfferProblem, offerProblems } from './form'
import type { VisitorsOffer } from './queries'
import type { OfferAnswer } from './schema'

/**
 * The result of a visitor's answer. `at` (ISO 8601) is the time of an earlier acceptance, withdrawal or
 * decline. After a wrong e-mail address, `tries_left` is the number of addresses that the visitor may still
 * try today.
 */
const answerOutcome = z.object({
  outcome: z.enum(['accepted', 'declined_now', ...offerProblems]),
  at: z.string().optional(),
  tries_left: z.number().optional(),
})
type AnswerOutcome = Omit<z.infer<typeof answerOutcome>, 'outcome'> & {
  outcome: 'accepted' | 'declined_now' | OfferProblem
}

/** Accepts or declines the version of an offer that the visitor saw. Never throws. */
export async function answerOffer(offer: VisitorsOffer, answer: OfferAnswer): Promise<AnswerOutcome> {
  const client = visitorClient(WRITE_TIMEOUT_MS)
  const shared = {
    p_site_key: siteKey() ?? '',
    p_id: offer.id,
    p_link_version: offer.link_version,
    p_version: answer.version,
    p_sha256: answer.sha256,
    p_email: answer.email,
  }
  const { data, error } = await (answer.intent === 'accept'
    ? client.rpc('accept_offer', {
        ...shared,
        p_name: answer.name,
        p_consent: consentText(answer.version),
        p_keep_years: offerTerms.keepAcceptedYears,
      })
    : client.rpc('decline_offer', { ...shared, p_reason: answer.reason }))
  if (!error) return answerOutcome.parse(data)
  if (error.message !== 'too_busy') console.error('offer: a visitor’s answer failed.', describeError(error))
  return { outcome: errorCode(error, ['too_busy']) }
}
