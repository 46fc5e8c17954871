/** Helpers for the tests of offers: they send offers without the founder's form. */
import { offerTerms } from '@/lib/content/offer'
import { addDays, dateAt } from '@/lib/dates'
import type { OfferDraft } from '@/lib/offers/draft'
import { parseOffer } from '@/lib/offers/draft'
import { printOffer } from '@/lib/offers/text'
import { offerPath } from '@/lib/offers/token'
import type { Studio } from '../studio'
import { address, client, inquire } from './admin'

/** The studio's date. */
const TODAY = dateAt()

const draft: OfferDraft = {
  ...{ forName: '', forCompany: '', forAddress: '', about: '' },
  title: 'Growth: a booking app for surf lessons',
  lines: [
    { text: 'Growth', amount: '12,000' },
    { text: 'Logo and colours', amount: '499.99' },
  ],
  gst: 'added',
  gstReason: '',
  included: [
    '2-3 user flows',
    'admin dashboard',
    'email setup',
    'Lessons are booked, moved and cancelled',
  ].join('\n'),
  excluded: offerTerms.excluded,
  weeks: '4-6 weeks',
  start: addDays(TODAY, 21),
  payments: [...offerTerms.payments],
  terms: offerTerms.terms,
  validUntil: addDays(TODAY, 14),
  words: '',
  followsUp: true,
}

/**
 * Sends the next version of an offer as the founder's form does, and returns its text. Without `mailed`, the version
 * is only made.
 */
export async function send(
  studio: Studio,
  requestId: string,
  name: string,
  change: Partial<OfferDraft> = {},
  mailed = true,
) {
  const admin = await client(studio, studio.people.admin)
  const { data: known } = await admin
    .from('offers')
    .select('id, draft_revision')
    .eq('request_id', requestId)
    .maybeSingle()
    .throwOnError()
  const body = { ...draft, forName: name, ...change }
  const offer = parseOffer(body, TODAY)
  if ('problem' in offer) throw new Error(offer.problem)
  const { data: saved } = await admin
    .rpc('save_offer_draft', {
      p_request_id: requestId,
      p_draft: body,
      p_seen_revision: known?.draft_revision ?? 0,
    })
    .throwOnError()
  const { id, draft_revision } = saved as { id: string; draft_revision: number }
  const { data: sent } = await admin
    .from('offer_versions')
    .select('version')
    .eq('offer_id', id)
    .throwOnError()
  const text = printOffer(offer, { version: sent.length + 1, date: TODAY })
  await admin
    .rpc('send_offer', {
      p_offer_id: id,
      p_seen_revision: draft_revision,
      p_body: body,
      p_text: text,
      p_total_cents: offer.total,
      p_valid_until: offer.validUntil,
      p_mailed: mailed,
    })
    .throwOnError()
  return { id, text }
}

/** Writes as a visitor, and sends them version 1 of an offer. */
export async function makeOffer(
  studio: Studio,
  name: string,
  change: Partial<OfferDraft> = {},
  mailed = true,
) {
  const { id: requestId } = await inquire(studio, { name, message: 'An app, please' })
  const { id, text } = await send(studio, requestId, name, change, mailed)
  return { id, requestId, text, email: address(name), path: linkOf(studio, id) }
}

/** The path of an offer's own page. */
export function linkOf(studio: Studio, id: string, version = 1): string {
  const path = offerPath(id, version, studio.siteSecret)
  if (!path) throw new Error('The studio has no secret.')
  return path
}
