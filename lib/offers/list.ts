import 'server-only'
import { z } from 'zod'
import { sessionClient } from '../supabase/server'
import { sumOf } from './draft'
import { readDraft } from './schema'
import { type OfferState, offerStates } from './view'

/** The most offers that a list returns, as in the database. */
export const MAX_LISTED = 500

const state = z.enum(offerStates)

const listed = z.object({
  offers: z.array(
    z.object({
      id: z.string(),
      /** The request of the offer; null if the person of an accepted offer was erased. */
      request_id: z.string().nullable(),
      name: z.string().nullable(),
      email: z.string(),
      title: z.string().nullable(),
      version: z.number().nullable(),
      total_cents: z.number().nullable(),
      draft: z.unknown(),
      sent_at: z.string().nullable(),
      valid_until: z.string().nullable(),
      /** The number of days until the offer's last day; 0 on that day. */
      days_left: z.number().nullable(),
      accepted_at: z.string().nullable(),
      keep_until: z.string().nullable(),
      state,
      /**
       * True if the studio has not yet reacted to the visitor's acceptance or decline, or to the offer's
       * expiry.
       */
      is_ours: z.boolean(),
    }),
  ),
  counts: z.partialRecord(state, z.number()),
  months: z.array(
    z.object({
      month: z.string(),
      open: z.number(),
      open_cents: z.number(),
      won: z.number(),
      won_cents: z.number(),
    }),
  ),
})

/**
 * Lists at most {@link MAX_LISTED} offers, all or in one state. First come offers that the studio must react
 * to (accepted, declined, expired), then open ones by days left, then drafts, then the others, newest first.
 * `counts` are the numbers of offers in each state. `months` have, for each month (`YYYY-MM`, studio time),
 * the sum of the offers sent then and still open, and of the offers won then. A draft's `total_cents` is the
 * sum of its lines. Only for admins; throws the database server's error.
 */
export async function listOffers(only: OfferState | null) {
  const supabase = await sessionClient()
  const { data } = await supabase
    .rpc('list_offers', { p_state: only ?? undefined })
    .retry(false)
    .throwOnError()
  const { offers, ...totals } = listed.parse(data)
  return {
    ...totals,
    offers: offers.map(({ draft, ...offer }) => {
      const stored = offer.version === null ? readDraft(draft) : null
      return { ...offer, total_cents: stored ? sumOf(stored).total : offer.total_cents }
    }),
  }
}

export type OfferList = Awaited<ReturnType<typeof listOffers>>
