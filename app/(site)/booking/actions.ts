'use server'

import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { addressBehind } from '@/lib/booking/address'
import { submit } from '@/lib/booking/commands'
import { type BookingState, HONEYPOT, readEntries, type Sent } from '@/lib/booking/form'
import { findOpenSlots } from '@/lib/booking/queries'
import { parseEntries } from '@/lib/booking/schema'
import { describeSent } from '@/lib/booking/sent'
import { nearestChoices } from '@/lib/booking/slots'
import { addDays, dateAt } from '@/lib/dates'
import { trustedProxies } from '@/lib/env'
import { submitFailure, timeErrors } from '@/lib/errors'
import { deliverAfterResponse } from '@/lib/mail/delivery'

const HIDDEN_FIELD = 'A hidden field was filled in, perhaps by your browser. Press the button again to send.'

/** Books the chosen time, or stores an inquiry when none is chosen. Returns a typed state for whatever is posted. */
export async function submitBooking(_: BookingState, posted: FormData): Promise<BookingState> {
  const form = posted instanceof FormData ? posted : new FormData()
  const entries = readEntries(form)
  const parsed = parseEntries(entries, dateAt())
  if ('faults' in parsed) return { status: 'error', ...parsed.faults, entries }

  const { submission } = parsed
  const { choice } = submission
  const kind = choice ? 'booking' : 'inquiry'
  if (form.get(HONEYPOT))
    return { status: 'error', ...submitFailure(kind, 'unreachable'), detail: HIDDEN_FIELD, entries }
  const address = addressBehind(trustedProxies(), (await headers()).get('x-forwarded-for'))
  const outcome = await submit(submission, address)
  if ('sent' in outcome) {
    deliverAfterResponse()
    return success(outcome.sent)
  }

  const failure = submitFailure(kind, outcome.error, outcome.held)
  const moved = timeErrors.includes(outcome.error)
  const open =
    choice && moved ? await findOpenSlots(addDays(choice.date, -30), addDays(choice.date, 31)) : null
  const alternatives = choice && open ? nearestChoices(open, choice) : undefined
  return { status: 'error', ...failure, entries, alternatives }
}

function success(sent: Sent): BookingState {
  return {
    status: 'success',
    message: describeSent(sent).message,
    data: { sent, next_request_id: randomUUID() },
  }
}
