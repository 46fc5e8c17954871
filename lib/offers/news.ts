import 'server-only'
import { z } from 'zod'
import { sessionClient } from '../supabase/server'

const news = z.array(
  z.object({
    offer_id: z.string(),
    /** Null when its person was erased. */
    request_id: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string(),
    title: z.string().nullable(),
    total_cents: z.number(),
    outcome: z.enum(['accepted', 'declined', 'expired']),
    /** When that was: ISO 8601, as the database wrote it. */
    answered_at: z.string(),
    /** The e-mail address of the admin who recorded that it was accepted by e-mail. */
    recorded_by: z.string().nullable(),
    /** Why it was declined. */
    reason: z.string().nullable(),
    /** The call that the request still holds. */
    call: z.object({ status: z.string(), date: z.string(), start_time: z.string() }).nullable(),
  }),
)

/** An offer that was accepted or declined, or expired, and with which no admin is done. */
export type OfferNews = z.infer<typeof news>[number]

/** Those offers, the newest first. For admins; throws the server's error. */
export async function listOfferNews(): Promise<OfferNews[]> {
  const { data } = await (await sessionClient()).rpc('list_offer_news').throwOnError()
  return news.parse(data)
}
