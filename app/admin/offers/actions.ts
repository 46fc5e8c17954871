'use server'

import { z } from 'zod'
import { capitalize } from '@/lib/capitalize'
import { offerTerms } from '@/lib/content/offer'
import { errorSentences } from '@/lib/content/database-errors'
import { dateAt } from '@/lib/dates'
import { mailIsOn } from '@/lib/mail/config'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { parseOffer } from '@/lib/offers/draft'
import { offerLimits } from '@/lib/offers/form'
import { findOfferPage } from '@/lib/requests/offer-page'
import { type DraftChange, draftChange } from '@/lib/offers/schema'
import { findLengthProblem, printOffer } from '@/lib/offers/text'
import { nameVersion } from '@/lib/offers/state'
import { requestId } from '@/lib/requests/schema'
import type { AdminClient } from '@/lib/supabase/auth'
import { lines, optionalLines } from '@/lib/typed-text'
import { undoOf } from '../action-result'
import { adminAction } from '../admin-action'

const NOT_SENT = 'Failed to send the offer'
const reasons = {
  changed_meanwhile:
    'It was changed meanwhile, in another window or by somebody else. Copy what you want to keep, and take what is saved.',
}

interface Saved {
  revision: number
}
const savedDraft = z.object({ id: z.string(), draft_revision: z.number() })

async function save({ id, draft, seen }: DraftChange, supabase: AdminClient) {
  const args = { p_request_id: id, p_draft: { ...draft }, p_seen_revision: seen }
  return savedDraft.parse((await supabase.rpc('save_offer_draft', args).throwOnError()).data)
}

export const saveOfferDraft = adminAction<typeof draftChange, Saved>(
  draftChange,
  'Failed to save the offer',
  async (change, supabase) => {
    const { draft_revision: revision } = await save(change, supabase)
    return { kind: 'done', message: 'Offer saved', revision }
  },
  reasons,
)

/** A version that was sent cannot be changed. */
export const sendOfferVersion = adminAction<typeof draftChange, Saved>(
  draftChange,
  NOT_SENT,
  async (change, supabase) => {
    const { id, draft } = change
    const today = dateAt()
    const offer = parseOffer(draft, today)
    if ('problem' in offer) return { kind: 'invalid', ...offer }
    const saved = await save(change, supabase)
    // Reads the page after `save`, which fails if the person was erased.
    const page = await findOfferPage(id)
    if (!page?.request) return { kind: 'failed', failed: NOT_SENT, detail: errorSentences.request_gone }
    const version = (page.offer?.versions[0]?.version ?? 0) + 1
    const text = printOffer(offer, { version, date: today })
    const lengthProblem = findLengthProblem(text, draft)
    if (lengthProblem) return { kind: 'invalid', ...lengthProblem }
    const mailed = mailIsOn()
    const args = { p_offer_id: saved.id, p_seen_revision: saved.draft_revision, p_body: { ...draft } }
    const sums = { p_total_cents: offer.total, p_valid_until: offer.validUntil }
    await supabase.rpc('send_offer', { ...args, ...sums, p_text: text, p_mailed: mailed }).throwOnError()
    deliverAfterResponse()
    const name = capitalize(nameVersion(version, page.request.name))
    const message = `${name} ${mailed ? 'sent' : 'is ready to be sent'}`
    return { kind: 'done', message, revision: saved.draft_revision }
  },
  reasons,
)

/** `name` is the person's, for the toast; '' from pages of 1.0.0. `version` is the newest on the page. */
const version = z.object({
  id: requestId,
  name: z.string().max(500).default(''),
  version: z.int().min(1),
})

export const withdraw = adminAction(
  version.extend({ reason: optionalLines(offerLimits.reason) }),
  'Failed to withdraw the offer',
  async ({ id, version, name, reason }, supabase) => {
    const args = { p_offer_id: id, p_version: version, p_reason: reason, p_mailed: mailIsOn() }
    await supabase.rpc('withdraw_offer', args).throwOnError()
    deliverAfterResponse()
    return `${capitalize(nameVersion(version, name))} withdrawn`
  },
  reasons,
)

/** As in the database. */
const MAX_EMAIL_TEXT = 5_000

/** For an offer accepted by e-mail. `request` is its request's id. */
export const recordAcceptance = adminAction(
  version.extend({ request: requestId, emailText: lines(MAX_EMAIL_TEXT, 'Write what they wrote.') }),
  'Failed to record the acceptance',
  async ({ id, version, name: person, request, emailText }, supabase) => {
    const args = { p_offer_id: id, p_version: version, p_email_text: emailText }
    const p_keep_years = offerTerms.keepAcceptedYears
    const { data } = await supabase.rpc('record_acceptance', { ...args, p_keep_years }).throwOnError()
    const name = nameVersion(version, person)
    return {
      kind: 'done',
      message: `Acceptance of ${name} recorded`,
      undo: undoOf('recorded', [{ id: request, name, revision: data }]),
    }
  },
  reasons,
)

export const deleteOffer = adminAction(requestId, 'Failed to delete the offer', async (id, supabase) => {
  await supabase.rpc('delete_offer', { p_offer_id: id }).throwOnError()
  return 'Offer deleted'
})
