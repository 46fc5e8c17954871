import 'server-only'
import { z } from 'zod'
import { consentText, offerTerms } from '../content/offer'
import { describeError } from '../describe-error'
import { adminClient } from '../supabase/auth'
import { errorCode } from '../supabase/errors'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { siteKey } from '../supabase/site-key'
import { UserError } from '../user-error'
import { type Offer, type OfferDraft } from './draft'
import { type OfferProblem, offerProblems } from './form'
import type { VisitorsOffer } from './queries'
import type { OfferAnswer, RecordedAcceptance, Withdrawal } from './schema'

// 1. For visitors. None of these functions throws.

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

/** Accepts or declines the version of an offer that the visitor saw. */
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

// 2. For admins. Each function throws an `AccessError` unless the caller is an admin, and a `UserError` with
// the reason if the database rejects the change.

const saved = z.object({ id: z.string(), draft_revision: z.number() })

/** Stores the draft of a request's offer. Returns the offer's id and the draft's new revision. */
export async function saveDraft(requestId: string, draft: OfferDraft, seen: number) {
  const supabase = await adminClient()
  const { data, error } = await supabase.rpc('save_offer_draft', {
    p_request_id: requestId,
    p_draft: { ...draft },
    p_seen_revision: seen,
  })
  if (error) throw toUserError('Failed to save the offer', error)
  return saved.parse(data)
}

/** Makes the draft the next version, which nobody can change. With `mailed`, the site mails the offer's link. */
export async function sendOffer(
  offer: { id: string; draft_revision: number },
  draft: OfferDraft,
  { total, validUntil }: Offer,
  text: string,
  mailed: boolean,
): Promise<void> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('send_offer', {
    p_offer_id: offer.id,
    p_seen_revision: offer.draft_revision,
    p_body: { ...draft },
    p_text: text,
    p_total_cents: total,
    p_valid_until: validUntil,
    p_mailed: mailed,
  })
  if (error) throw toUserError('Failed to send the offer', error)
}

/**
 * Withdraws an offer's newest version. With `mailed`, the site tells everybody to whom it mailed the offer.
 */
export async function withdrawOffer({ id, version, reason }: Withdrawal, mailed: boolean): Promise<void> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('withdraw_offer', {
    p_offer_id: id,
    p_version: version,
    p_reason: reason,
    p_mailed: mailed,
  })
  if (error) throw toUserError('Failed to withdraw the offer', error)
}

/**
 * Records that the recipient accepted the newest version of an offer by e-mail. Returns the new revision of the
 * request, for Undo.
 */
export async function recordAcceptance({ id, version, emailText }: RecordedAcceptance): Promise<number> {
  const supabase = await adminClient()
  const { data, error } = await supabase.rpc('record_acceptance', {
    p_offer_id: id,
    p_version: version,
    p_email_text: emailText,
    p_keep_years: offerTerms.keepAcceptedYears,
  })
  if (error) throw toUserError('Failed to record the acceptance', error)
  return data
}

/** Deletes an accepted offer that the studio no longer has to keep. */
export async function deleteOffer(id: string): Promise<void> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('delete_offer', { p_offer_id: id })
  if (error) throw toUserError('Failed to delete the offer', error)
}

const reasons: Record<string, string> = {
  request_gone: 'The person was erased.',
  offer_gone: 'The offer is not there any more.',
  offer_accepted: 'It was accepted meanwhile, so it stays as it is. Reload the page to see it.',
  offer_not_open: 'It was withdrawn or declined meanwhile. Reload the page to see it.',
  offer_kept: 'It has to be kept until its date.',
  changed_meanwhile:
    'It was changed meanwhile, in another window or by somebody else. Copy what you typed, and reload the page.',
  invalid_valid_until: 'The last day has passed, or is too far ahead. Choose another one.',
}

function toUserError(message: string, error: { message: string }): UserError {
  return new UserError(message, reasons[error.message], undefined, { cause: error })
}
