import 'server-only'
import { sessionClient } from '../supabase/server'
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
