import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { readToken } from '../link-token'
import { sessionClient, visitorClient } from '../supabase/server'
import { siteKey } from '../supabase/site-key'
import { type Agreed, readAgreed } from './agreed'
import { readDraft } from './schema'
import { isSignedFor } from './token'
import { type OfferState, statusOf } from './state'

const visitorsOffer = z
  .object({
    id: z.string(),
    link_version: z.number(),
    ended: z.enum(['withdrawn', 'declined']).nullable(),
    ended_at: z.string().nullable(),
    withdrawn_reason: z.string().nullable(),
    accepted_at: z.string().nullable(),
    acceptance: z
      .object({ typed_name: z.string().nullable(), email: z.string(), words: z.string() })
      .nullable(),
    email_hint: z.string().nullable(),
    versions: z.array(
      z.object({ version: z.number(), text: z.string(), sha256: z.string(), valid_until: z.string() }),
    ),
  })
  .nullable()

/**
 * Versions, at least one, are oldest first. `acceptance.words` is the ticked consent, or the e-mail that accepted;
 * `email_hint` is 'i…@example.org', null once the offer is accepted or ended.
 */
export type VisitorsOffer = NonNullable<z.infer<typeof visitorsOffer>>
export type OfferVersion = VisitorsOffer['versions'][number]

/**
 * `link` is the last segment of the page's path. 'invalid' if it is forged, has an earlier `link_version`, or the
 * person was erased. 'unreachable' if the backend does not respond; the error is logged.
 */
export const findVisitorsOffer = cache(
  async (link: string): Promise<VisitorsOffer | 'invalid' | 'unreachable'> => {
    const token = readToken(link)
    if (!token) return 'invalid'
    try {
      const { data, error } = await visitorClient().rpc('get_offer', {
        p_site_key: siteKey() ?? '',
        p_id: token.id,
      })
      if (error) throw error
      const offer = visitorsOffer.parse(data)
      return offer && isSignedFor(token, offer.link_version) ? offer : 'invalid'
    } catch (error) {
      console.error('offer: a visitor’s offer could not be read.', describeError(error))
      return 'unreachable'
    }
  },
)

// The functions below are for admins, by row-level security. Each throws the database server's error.

export interface OfferSummary {
  state: OfferState
  /** A version that the visitor can accept, but does not have yet. */
  isUnsent: boolean
  version: number
  cents: number
  accepted_at: string | null
  /** Null if not accepted, or if its text cannot be read. */
  agreed: Agreed | null
}

export async function findOfferSummary(requestId: string): Promise<OfferSummary | null> {
  const offer = await findOffer('request_id', requestId)
  if (!offer) return null
  const { acceptance, versions, status } = offer
  const version = versions.find(({ version }) => version === acceptance?.version) ?? versions[0]
  return {
    state: status ?? 'draft',
    isUnsent: status === 'open' && !(await findWentOut(requestId)),
    version: version?.version ?? 0,
    cents: version?.total_cents ?? 0,
    accepted_at: acceptance?.accepted_at ?? null,
    agreed: acceptance && version ? readAgreed(version.text) : null,
  }
}

export async function findWentOut(requestId: string | undefined): Promise<boolean> {
  if (!requestId) return true
  const supabase = await sessionClient()
  return (await supabase.rpc('offer_went_out', { p_request_id: requestId }).retry(false).throwOnError()).data
}

export async function findOffer(column: 'id' | 'request_id', id: string) {
  const supabase = await sessionClient()
  const { data: offer } = await supabase
    .from('offers')
    .select('id, request_id, link_version, draft, draft_revision')
    .eq(column, id)
    .maybeSingle()
    .retry(false)
    .throwOnError()
  if (!offer) return null
  const [versions, endings, acceptance, wrongEmails] = await Promise.all([
    supabase
      .from('offer_versions')
      .select('version, text, total_cents, sent_at, sent_by, valid_until, body')
      .eq('offer_id', offer.id)
      .order('version', { ascending: false })
      .retry(false)
      .throwOnError(),
    supabase
      .from('offer_endings')
      .select('version, ended, ended_at, reason')
      .eq('offer_id', offer.id)
      .retry(false)
      .throwOnError(),
    supabase
      .from('offer_acceptances')
      .select('version, channel, typed_name, email, email_text, recorded_by, accepted_at, keep_until')
      .eq('offer_id', offer.id)
      .maybeSingle()
      .retry(false)
      .throwOnError(),
    supabase.rpc('count_offer_guesses', { p_offer_id: offer.id }).retry(false).throwOnError(),
  ])
  const all = versions.data.map((version) => ({
    ...version,
    ending: endings.data.find((ending) => ending.version === version.version) ?? null,
  }))
  const [newest] = all
  const accepted_at = acceptance.data?.accepted_at ?? null
  const ended = newest?.ending?.ended ?? null
  return {
    ...offer,
    draft: readDraft(offer.draft),
    versions: all,
    acceptance: acceptance.data,
    /** Wrong e-mail addresses typed on the offer's page within 24 hours. */
    wrongEmails: wrongEmails.data,
    /** What a founder wrote in the mail with the newest version. */
    sentWords: readDraft(newest?.body)?.words ?? '',
    status: newest ? statusOf({ accepted_at, ended, valid_until: newest.valid_until }, Date.now()) : null,
  }
}
