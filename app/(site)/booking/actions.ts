'use server'

import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { addressBehind } from '@/lib/booking/address'
import { submit } from '@/lib/booking/commands'
import { type BookingState, readEntries, type Sent, TRAP } from '@/lib/booking/form'
import { findOpenSlots } from '@/lib/booking/queries'
import { parseEntries, type Submission } from '@/lib/booking/schema'
import { nearestChoices } from '@/lib/booking/slots'
import { addDays } from '@/lib/dates'
import { trustedProxies } from '@/lib/env'
import { submitFailure, timeErrors } from '@/lib/errors'

/** Books the chosen time, or stores an inquiry when none is chosen (spec 5). Answers a typed state for whatever is posted. */
export async function submitBooking(_: BookingState, posted: FormData): Promise<BookingState> {
  const form = posted instanceof FormData ? posted : new FormData()
  const entries = readEntries(form)
  const parsed = parseEntries(entries)
  if ('faults' in parsed) return { status: 'error', ...parsed.faults, entries }

  const { submission } = parsed
  const outcome = form.get(TRAP)
    ? { sent: pretend(submission) }
    : await submit(submission, addressBehind(trustedProxies(), (await headers()).get('x-forwarded-for')))
  if ('sent' in outcome) return success(outcome.sent)

  const { choice } = submission
  const failure = submitFailure(choice ? 'booking' : 'inquiry', outcome.error)
  const moved = timeErrors.includes(outcome.error)
  const open =
    choice && moved ? await findOpenSlots(addDays(choice.date, -30), addDays(choice.date, 31)) : null
  const alternatives = choice && open ? nearestChoices(open, choice) : undefined
  return { status: 'error', ...failure, entries, alternatives }
}

function success(sent: Sent): BookingState {
  const message =
    sent.kind === 'booking'
      ? "Your booking has been submitted successfully. We'll be in touch soon!"
      : "Your message has been sent successfully. We'll get back to you soon!"
  return { status: 'success', message, data: { sent, next_request_id: randomUUID() } }
}

/** What a program that filled in the hidden field is told: success, for a request that is stored nowhere. */
function pretend({ choice }: Submission): Sent {
  return choice
    ? { kind: 'booking', ...choice, id: randomUUID(), status: 'pending' }
    : { kind: 'inquiry', id: randomUUID(), status: 'new' }
}
