import 'server-only'
import { z } from 'zod'
import { sessionClient } from '../supabase/server'
import { sumOf } from './draft'
import { readDraft } from './schema'
import { type OfferState, offerStates } from './state'

export const MAX_LISTED = 500

const state = z.enum(offerStates)

const listed = z.object({
  offers: z.array(
    z.object({
      id: z.string(),
      /** Null if the person of an accepted offer was erased. */
      request_id: z.string().nullable(),
      name: z.string().nullable(),
      email: z.string(),
      title: z.string().nullable(),
      version: z.number().nullable(),
      total_cents: z.number().nullable(),
      draft: z.unknown(),
      sent_at: z.string().nullable(),
      valid_until: z.string().nullable(),
      /** 0 on the offer's last day. */
      days_left: z.number().nullable(),
      accepted_at: z.string().nullable(),
      keep_until: z.string().nullable(),
      state,
      is_ours: z.boolean(),
      /** False if nobody has mailed the visitor the newest version, or said so. */
      went_out: z.boolean(),
    }),
  ),
  counts: z.partialRecord(state, z.number()),
  months: z.array(z.object({ month: z.string(), open_cents: z.number(), won_cents: z.number() })),
})

/**
 * First those that the studio must react to, then open ones by days left, drafts, and the others. `months` have sums of
 * offers sent in a month (`YYYY-MM`, studio time) and still open, and of those won in it.
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
