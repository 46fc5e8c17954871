'use server'

import type { PostgrestError } from '@supabase/supabase-js'
import { z } from 'zod'
import { describeBusy } from '@/lib/calendars/notices'
import { formatDate, formatTime, formatTimeRange } from '@/lib/dates'
import { callForCaller, callMove } from '@/lib/requests/call-schema'
import { type RequestEvent, requestEvent } from '@/lib/requests/one-request'
import { findBooking } from '@/lib/requests/queries'
import type { Booking } from '@/lib/requests/request'
import { bookingStatuses } from '@/lib/statuses'
import { locationChange } from '@/lib/requests/schema'
import { type ActionResult, type FollowUp, type Question, undoOf } from '../../action-result'
import { adminAction } from '../../admin-action'
import { conflictQuestion } from '../conflict-question'

const NOT_MOVED = 'Failed to move the call'
const NOT_BOOKED = 'Failed to book the call'

/** Asks first if visitors are not offered the new time, unless `outside`. */
export const moveCall = adminAction(callMove, NOT_MOVED, async (move, supabase) => {
  const { id, name, seen, date, start_time, end_time, outside, formId } = move
  const { data, error } = await supabase.rpc('move_booking', {
    ...{ p_booking_id: id, p_date: date, p_start_time: start_time, p_end_time: end_time, p_outside: outside },
    p_seen: { status: seen.status, date: seen.date, start_time: seen.start_time },
    p_form_id: formId,
  })
  if (error?.message === 'changed_meanwhile' && error.details) {
    const now = await findBooking(id)
    if (now) return askAgain(move, now, requestEvent.parse(JSON.parse(error.details)))
  }
  if (error) return describeRefusal(error, NOT_MOVED, ['moveCall', { ...move, outside: true }])
  return {
    kind: 'done',
    message: `${name}’s call moved to ${formatDate(date)}, ${formatTime(start_time, true)}`,
    undo: undoOf('booking', [{ id, name, revision: data }]), // null if the call has this time already
  }
})

/** A cancelled call cannot move, so the dialog only informs then. */
function askAgain(move: z.output<typeof callMove>, now: Booking, event: RequestEvent): ActionResult {
  const { status, date, start_time, end_time } = now
  const question = conflictQuestion({ ...now, events: [event] })
  if (status === 'cancelled') return { kind: 'question', question }
  return {
    kind: 'question',
    question: { ...question, no: 'Leave it as it is', yes: 'Move all the same' },
    yes: ['moveCall', { ...move, seen: { status, date, start_time, end_time } }],
  }
}

/** The call that an earlier submit of the form booked, as it is now. */
const bookedCall = z.object({
  ...{ id: z.string(), status: z.enum(bookingStatuses), date: z.string(), start_time: z.string() },
})

/** Confirms the call. If `requestId` has booked another call, `field` is 'requestId' and `request` its id. */
export const bookCall = adminAction(callForCaller, NOT_BOOKED, async (call, supabase) => {
  const { name, email, date, start_time, end_time, outside, phone } = call
  const { data: id, error } = await supabase.rpc('book_call', {
    ...{ p_request_id: call.requestId, p_name: name, p_email: email, p_message: call.message ?? undefined },
    ...{ p_date: date, p_start_time: start_time, p_end_time: end_time, p_outside: outside },
    p_details: { package: call.package, phone },
  })
  if (error?.message === 'form_used') {
    const booked = bookedCall.parse(JSON.parse(error.details))
    const when = `${formatDate(booked.date)}, ${formatTime(booked.start_time, true)}`
    const since = booked.status === 'cancelled' ? ', cancelled since' : ''
    const problem = `A call was booked from this form: ${when}${since}.`
    return { kind: 'invalid', field: 'requestId', problem, request: booked.id }
  }
  if (error) {
    const again = { ...call, phone: phone ?? '', message: call.message ?? '', package: call.package ?? '' }
    return describeRefusal(error, NOT_BOOKED, ['bookCall', { ...again, outside: true }])
  }
  return {
    kind: 'done',
    message: `Booked and confirmed for ${name}: ${formatDate(date)}, ${formatTime(start_time, true)}`,
    // Undo within the first minute also prevents the mail to the caller.
    undo: undoOf('booked', [{ id, name, revision: 0 }]),
  }
})

/** `busy`: the founders' calendars that are busy then, or not yet known. `reason`: why the date is closed. */
const notOffered = z.object({
  reason: z.string().nullish(),
  busy: z.array(z.object({ label: z.string(), is_known: z.boolean() })).default([]),
})
const otherCall = z.object({ name: z.string(), start_time: z.string(), end_time: z.string() })

/** `yes` takes the time nevertheless. Throws an error that needs no detail. */
function describeRefusal(error: PostgrestError, failed: string, yes: FollowUp): ActionResult {
  if (!error.details && error.message !== 'outside_hours') throw error
  const details: unknown = JSON.parse(error.details || '{}')
  switch (error.message) {
    case 'outside_hours':
    case 'date_closed':
      return { kind: 'question', question: outsideQuestion(error, notOffered.parse(details)), yes }
    case 'slot_taken': {
      const { name, start_time, end_time } = otherCall.parse(details)
      const detail = `${name} has a call then: ${formatTimeRange(start_time, end_time)}.`
      return { kind: 'failed', failed, detail }
    }
    default:
      throw error
  }
}

function outsideQuestion(
  { message, hint }: PostgrestError,
  { busy, reason }: z.output<typeof notOffered>,
): Question {
  const no = 'Choose another time'
  const calendars = busy.map((calendar) => ({ text: describeBusy(calendar) }))
  if (hint === 'busy') return { title: 'At a busy time?', lines: calendars, no, yes: 'Yes, at this time' }
  const isClosed = message === 'date_closed'
  const text = isClosed
    ? `This date is closed${reason ? `: ${reason}` : ''}. It stays closed for visitors.`
    : 'This time is outside your hours. Visitors are not offered it, also later.'
  const lines = [{ text }, ...calendars]
  if (isClosed) return { title: 'On a closed date?', lines, no, yes: 'Yes, on a closed date' }
  return { title: 'Outside your hours?', lines, no, yes: 'Yes, outside our hours' }
}

const NO_LOCATION = 'Failed to save the location'

/** Only if the location is still `seen`; '' for the usual one. */
export const changeLocation = adminAction(locationChange, NO_LOCATION, async (change, supabase) => {
  const { id, location, seen } = change
  const bookings = supabase.from('bookings')
  const update = bookings.update({ location: location || null }).eq('id', id)
  const asSeen = seen ? update.eq('location', seen) : update.is('location', null)
  const { data } = await asSeen.select('id').throwOnError()
  if (data.length > 0) return 'Location saved'
  const { data: booking } = await bookings.select('location').eq('id', id).maybeSingle().throwOnError()
  const now = booking?.location ?? ''
  // If `now` equals `location`, an earlier attempt set the location, but its response was lost.
  if (booking && now === location) return 'Location saved'
  const detail = booking
    ? `Somebody changed it to ${now ? `“${now}”` : 'the usual one'}.`
    : 'This booking is not there any more.'
  return { kind: 'failed', failed: NO_LOCATION, detail }
})
