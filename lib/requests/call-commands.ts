import 'server-only'
import { busyAt, type BusyTime, listBusy } from '../calendars/queries'
import { dateAt, formatTimeRange, timeAt, STUDIO_ZONE } from '../dates'
import { adminClient } from '../supabase/auth'
import { UserError } from '../user-error'
import type { RequestEvent } from './details'
import type { BookingStatus } from './request'
import type { CallMove, callForCaller } from './call-schema'
import type { z } from 'zod'

// Each function throws an `AccessError` unless the caller is an admin, and a `UserError` with the reason of a
// failure.

/** A free time on the studio's clock, start and end as `HH:MM`. */
export interface FreeTime {
  start_time: string
  end_time: string
}

/**
 * The times that the studio offers on a date, without past times and times when a founder is busy. Includes
 * today.
 */
export async function listFreeTimes(date: string): Promise<FreeTime[]> {
  const supabase = await adminClient()
  const [{ data }, busy] = await Promise.all([
    supabase.rpc('get_all_slots_for_date', { p_date: date }).throwOnError(),
    listBusy(date),
  ])
  const now = new Date()
  const from = date === dateAt(now) ? timeAt(now, STUDIO_ZONE) : ''
  return data
    .filter(({ is_available, is_booked, start_time }) => is_available && !is_booked && start_time > from)
    .filter((slot) => busyAt(busy, { date, ...slot }).length === 0)
    .map(({ start_time, end_time }) => ({ start_time, end_time }))
}

/**
 * The reason why a time is not offered: it is outside the studio's hours, a founder's calendar is busy, or
 * the date is closed (for this reason).
 */
export type NotOffered = 'outside' | 'busy' | { closed: string | null }

/** Thrown if the studio does not offer a time. An admin can book it nevertheless, with `outside`. */
export class OutsideHours extends Error {
  constructor(
    readonly why: NotOffered,
    /** The founders' calendars that are busy at this time, or not yet known for the date. */
    readonly busy: Pick<BusyTime, 'label' | 'is_known'>[],
  ) {
    super('This time is not offered.')
  }
}

/** The call that an earlier submit of the form booked, with its current status, date and start. */
interface BookedCall {
  id: string
  status: BookingStatus
  date: string
  start_time: string
}

/**
 * Moves a call. Returns the request's new revision, or null if the call has this time already. `describe`
 * turns an earlier change by somebody else into a sentence.
 */
export async function moveCall(
  move: CallMove,
  describe: (event: RequestEvent) => string,
): Promise<number | null> {
  const supabase = await adminClient()
  const { end_time: _, ...seen } = move.seen
  const { data, error } = await supabase.rpc('move_booking', {
    ...{ p_booking_id: move.id, p_seen: seen, p_date: move.date },
    ...{ p_start_time: move.start_time, p_end_time: move.end_time, p_outside: move.outside },
    p_form_id: move.formId,
  })
  if (error) throw toError('Failed to move the call', error, describe)
  return data
}

/**
 * Books and confirms a call for a caller. Returns the booking's id. If an earlier submit of the form booked a
 * call with other values, returns that call.
 */
export async function bookCall(call: z.output<typeof callForCaller>): Promise<string | BookedCall> {
  const supabase = await adminClient()
  const { data, error } = await supabase.rpc('book_call', {
    ...{ p_request_id: call.requestId, p_name: call.name, p_email: call.email, p_date: call.date },
    ...{ p_start_time: call.start_time, p_end_time: call.end_time, p_outside: call.outside },
    ...{ p_message: call.message ?? undefined, p_details: { package: call.package, phone: call.phone } },
  })
  if (!error) return data
  if (error.message === 'form_used') return JSON.parse(error.details) as BookedCall
  throw toError('Failed to book the call', error)
}

const reasons: Record<string, string> = {
  request_gone: 'The person was erased.',
  already_cancelled: 'It is cancelled. Confirm it first, or book a new call.',
  form_used: 'It was taken back meanwhile.',
  call_begun: 'It has begun. Book a new call for them instead.',
  changed_meanwhile: 'It was changed meanwhile.',
  slot_taken: 'Another call is at this time.',
  date_past: 'This time has passed.',
  date_too_far: 'This date is too far ahead.',
  time_invalid: 'A call takes from 5 minutes to 8 hours, and this time has to exist on that day.',
  invalid_email: 'This is not an email address that we can write to.',
  too_busy: 'Too much is being booked at this moment. Please try again.',
}

function toError(
  message: string,
  error: { message: string; details: string; hint: string },
  describe?: (event: RequestEvent) => string,
): Error {
  if (error.message === 'outside_hours' || error.message === 'date_closed') {
    const { reason = null, busy = [] } = JSON.parse(error.details || '{}') as {
      reason?: string | null
      busy?: OutsideHours['busy']
    }
    const outside = error.hint === 'busy' ? 'busy' : 'outside'
    return new OutsideHours(error.message === 'date_closed' ? { closed: reason } : outside, busy)
  }
  let reason = reasons[error.message] ?? 'It could not be saved.'
  if (error.message === 'changed_meanwhile' && error.details && describe)
    reason += ` ${describe(JSON.parse(error.details) as RequestEvent)}.`
  if (error.message === 'slot_taken' && error.details) {
    const call = JSON.parse(error.details) as { name: string } & FreeTime
    reason = `${call.name} has a call then: ${formatTimeRange(call.start_time, call.end_time)}.`
  }
  return new UserError(message, reason, undefined, { cause: error })
}
