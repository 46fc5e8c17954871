import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { siteKey } from '../supabase/site-key'
import { visitorClient } from '../supabase/server'
import { isSignedFor, readToken } from './token'
import type { ManagedBooking } from './form'

const row: z.ZodType<ManagedBooking | null> = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    message: z.string().nullable(),
    phone: z.string().nullable(),
    package: z.string().nullable(),
    fit: z.string().nullable(),
    price_seen: z.string().nullable(),
    created_at: z.string(),
    date: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    status: z.enum(['pending', 'confirmed', 'cancelled']),
    where: z.object({ text: z.string(), url: z.string().nullable() }).nullable(),
    cancel_message: z.string().nullable().default(null),
    link_version: z.number(),
    calendar_sequence: z.number(),
    is_proposed: z.boolean(),
    proposed_times: z.array(z.object({ date: z.string(), time_slot_id: z.string() })).default([]),
    offer_kept_until: z.string().nullable(),
  })
  .nullable()

/**
 * Finds the booking of a link; `link` is the last segment of the page's path. Returns 'invalid' for a forged
 * link, an earlier `link_version`, or an erased booking; 'unreachable' when the backend does not respond,
 * which it logs. Cached for the request.
 */
export const findManagedBooking = cache(
  async (link: string): Promise<ManagedBooking | 'invalid' | 'unreachable'> => {
    const token = readToken(link)
    if (!token) return 'invalid'
    try {
      const { data, error } = await visitorClient().rpc('get_managed_booking', {
        p_site_key: siteKey() ?? '',
        p_id: token.id,
      })
      if (error) throw error
      const booking = row.parse(data)
      return booking && isSignedFor(token, booking.link_version) ? booking : 'invalid'
    } catch (error) {
      console.error('booking: a visitor’s own booking could not be read.', describeError(error))
      return 'unreachable'
    }
  },
)
