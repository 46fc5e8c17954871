import 'server-only'
import { z } from 'zod'
import { adminClient } from '../supabase/auth'
import { cleanLine } from '../booking/text'
import { sessionClient } from '../supabase/server'
import { UserError } from '../user-error'
import type { AdminRequest } from './request'

/** The state of a request at one time. Only a booking has a date (`YYYY-MM-DD`) and a time (`HH:MM`), both the studio's. */
export interface RequestState {
  status: string
  date?: string
  start_time?: string
}

/** One change of a request. `at` is ISO 8601, `actor` is 'visitor' or an admin's e-mail; `before` is null for the creation. */
export interface RequestEvent {
  at: string
  actor: string
  before: RequestState | null
  after: RequestState
}

/** The parts of a request that only its dialog shows. */
export interface RequestDetails {
  /** Where this call happens, when it is not the usual place. */
  location: string | null
  cancelReason: string | null
  /** Oldest first. Changes from before the history was introduced are missing. */
  events: RequestEvent[]
}

/** Reads the details of a request. Row-level security gives them to admins only. Throws the server's error. */
export async function findDetails({ type, id }: AdminRequest): Promise<RequestDetails> {
  const supabase = await sessionClient()
  const [booking, events] = await Promise.all([
    type === 'booking'
      ? supabase.from('bookings').select('location, cancel_reason').eq('id', id).maybeSingle().retry(false)
      : null,
    supabase
      .from('request_events')
      .select('at, actor, before, after')
      .eq(type === 'booking' ? 'booking_id' : 'inquiry_id', id)
      .order('id')
      .retry(false),
  ])
  if (booking?.error) throw booking.error
  if (events.error) throw events.error
  return {
    location: booking?.data?.location ?? null,
    cancelReason: booking?.data?.cancel_reason ?? null,
    events: events.data as unknown as RequestEvent[],
  }
}

/** The place of one booking's call, at most 500 characters; '' for the usual place. */
export const locationChange = z.object({
  id: z.uuid(),
  location: z
    .string()
    .transform(cleanLine)
    .refine((text) => Array.from(text).length <= 500),
})

/** Sets the place of one booking's call. Throws `AccessError` for anybody but admins, and a `UserError` when the booking does not exist. */
export async function setLocation({ id, location }: z.infer<typeof locationChange>): Promise<void> {
  const supabase = await adminClient()
  const { data, error } = await supabase
    .from('bookings')
    .update({ location: location || null })
    .eq('id', id)
    .select('id')
  if (error) throw error
  if (data.length === 0)
    throw new UserError('Failed to save the place', 'This booking is not there any more.')
}
