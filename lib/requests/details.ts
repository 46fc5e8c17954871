import 'server-only'
import { z } from 'zod'
import { adminClient } from '../supabase/auth'
import { cleanLine } from '../booking/text'
import { sessionClient } from '../supabase/server'
import { UserError } from '../user-error'
import type { AdminRequest } from './request'

/** Where a request stood: a booking's date and time (`HH:MM`) are the studio's. */
export interface RequestState {
  status: string
  date?: string
  start_time?: string
}

/** One change of a request. `actor` is 'visitor' or an admin's e-mail; `before` is null when the request was made. */
export interface RequestEvent {
  at: string
  actor: string
  before: RequestState | null
  after: RequestState
}

/** What only a record's own dialog shows. */
export interface RequestDetails {
  /** Where this one call happens, when not where all do. */
  location: string | null
  cancelReason: string | null
  /** In the order it happened. Requests of an earlier version have none of what was before. */
  events: RequestEvent[]
}

/** What only a record's own dialog shows. The database gives it to admins only. Throws the server's error. */
export async function findDetails({ type, id }: AdminRequest): Promise<RequestDetails> {
  const supabase = await sessionClient()
  const [booking, events] = await Promise.all([
    type === 'booking'
      ? supabase
          .from('bookings')
          .select('location, cancel_reason')
          .eq('id', id)
          .maybeSingle()
          .retry(false)
          .throwOnError()
      : null,
    supabase
      .from('request_events')
      .select('at, actor, before, after')
      .eq(type === 'booking' ? 'booking_id' : 'inquiry_id', id)
      .order('id')
      .retry(false)
      .throwOnError(),
  ])
  return {
    location: booking?.data?.location ?? null,
    cancelReason: booking?.data?.cancel_reason ?? null,
    events: events.data as unknown as RequestEvent[],
  }
}

/** A place for one booking; empty for where all calls happen. */
export const locationChange = z.object({
  id: z.uuid(),
  location: z
    .string()
    .transform(cleanLine)
    .refine((text) => Array.from(text).length <= 500),
})

/** Says where one booking's call happens. Throws `AccessError` for all but admins, a `UserError` when there is no such booking. */
export async function setLocation({ id, location }: z.infer<typeof locationChange>): Promise<void> {
  const supabase = await adminClient()
  const { data } = await supabase
    .from('bookings')
    .update({ location: location || null })
    .eq('id', id)
    .select('id')
    .throwOnError()
  if (data.length === 0)
    throw new UserError('Failed to save the place', 'This booking is not there any more.')
}
