import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { readToken } from '../link-token'
import { siteKey } from '../supabase/site-key'
import { visitorClient } from '../supabase/server'
import { isSignedFor } from '../booking/token'
import { bookingStatuses } from '../statuses'

const managedBooking = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    message: z.string().nullable(),
    phone: z.string().nullable(),
    package: z.string().nullable(),
    /** The query string with the visitor's answers on /start. */
    fit: z.string().nullable(),
    price_seen: z.string().nullable(),
    created_at: z.string(),
    date: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    status: z.enum(bookingStatuses),
    /** Null unless the call is confirmed. */
    where: z.object({ text: z.string(), url: z.string().nullable() }).nullable(),
    cancel_message: z.string().nullable().default(null),
    link_version: z.number(),
    calendar_sequence: z.number(),
    /** The studio wrote that this time does not suit, and proposed others. */
    is_proposed: z.boolean(),
    /** Taking one of them confirms the call. */
    proposed_times: z.array(z.object({ date: z.string(), time_slot_id: z.string() })).default([]),
    /** If the visitor accepted an offer: the studio keeps it until this date, even after erasure. */
    offer_kept_until: z.string().nullable(),
  })
  .nullable()

/** Dates (`YYYY-MM-DD`) and times (`HH:MM`) are on the studio's clock. */
export type ManagedBooking = NonNullable<z.infer<typeof managedBooking>>

/**
 * `link` is the last segment of the page's path. 'invalid' if it is forged, has an earlier `link_version`, or the
 * booking was erased. 'unreachable' if the backend does not respond; the error is logged.
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
      const booking = managedBooking.parse(data)
      return booking && isSignedFor(token, booking.link_version) ? booking : 'invalid'
    } catch (error) {
      console.error('booking: a visitor’s own booking could not be read.', describeError(error))
      return 'unreachable'
    }
  },
)
