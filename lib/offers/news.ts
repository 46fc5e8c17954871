import 'server-only'
import { z } from 'zod'
import { sessionClient } from '../supabase/server'

const news = z.array(
  z.object({
    offer_id: z.string(),
    /** Null after its person's erasure. */
    request_id: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string(),
    title: z.string().nullable(),
    total_cents: z.number(),
    outcome: z.enum(['accepted', 'declined', 'expired']),
    /** When the offer was answered: ISO 8601, as the database wrote it. */
    answered_at: z.string(),
    /** The e-mail address of the admin who recorded an acceptance by e-mail. */
    recorded_by: z.string().nullable(),
    /** The reason for declining. */
    reason: z.string().nullable(),
    /** The call that the request still holds. */
    call: z.object({ status: z.string(), date: z.string(), start_time: z.string() }).nullable(),
  }),
)

/** An accepted, declined or expired offer that no admin has marked as done. */
export type OfferNews = z.infer<typeof news>[number]

/** Lists {@link OfferNews}, newest first. For admins; throws the server's error. */
export async function listOfferNews(): Promise<OfferNews[]> {
  const { data } = await (await sessionClient()).rpc('list_offer_news').throwOnError()
  return news.parse(data)
}
