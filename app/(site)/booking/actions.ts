'use server'

import { randomUUID } from 'node:crypto'
import { submit } from '@/lib/booking/commands'
import { describeStored } from '@/lib/booking/stored'
import { HONEYPOT, readEntries, STEP, type StoredRequest, type SubmitResult } from '@/lib/booking/form'
import { findOpenSlots } from '@/lib/booking/queries'
import { parseEntries } from '@/lib/booking/schema'
import { nearestSlots } from '@/lib/booking/slots'
import { clientIp } from '@/lib/client-ip'
import { addDays, dateAt } from '@/lib/dates'
import { submitFailure } from '@/lib/booking/errors'
import { timeErrors } from '@/lib/booking/errors'
import { mailIsOn } from '@/lib/mail/config'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { headers } from '@/lib/next'
import { postedForm } from '@/lib/posted-form'

const HIDDEN_FIELD = 'A hidden field was filled in, perhaps by your browser. Press the button again to send.'

/** 'Next' and 'Back', pressed before hydration, store nothing. Never throws, not even for a forged post. */
export async function submitBooking(_: SubmitResult, posted: FormData): Promise<SubmitResult> {
  const form = postedForm(posted)
  const entries = readEntries(form)
  if (form.has(STEP)) return { status: 'step', step: form.get(STEP) === '2' ? 2 : 1, entries }

  const parsed = parseEntries(entries, dateAt())
  if ('errors' in parsed) return { status: 'error', ...parsed.errors, entries }

  const { submission } = parsed
  const { slot } = submission
  const kind = slot ? 'booking' : 'inquiry'
  if (form.get(HONEYPOT))
    return { status: 'error', ...submitFailure(kind, 'unreachable'), detail: HIDDEN_FIELD, entries }
  const stored = await submit(submission, clientIp(await headers()))
  if ('sent' in stored) {
    deliverAfterResponse()
    return success({ ...stored.sent, mailed: mailIsOn(), origin: await readOrigin() })
  }

  const failure = submitFailure(kind, stored.error, mailIsOn())
  if (!slot || !timeErrors.includes(stored.error)) return { status: 'error', ...failure, entries }
  const open = await findOpenSlots(addDays(slot.date, -30), addDays(slot.date, 31))
  return { status: 'error', ...failure, entries, alternatives: open ? nearestSlots(open, slot) : undefined }
}

function success(sent: StoredRequest): SubmitResult {
  return {
    status: 'success',
    message: describeStored(sent).message,
    data: { sent, next_request_id: randomUUID() },
  }
}

/** For absolute links; null without a valid Origin header. */
async function readOrigin(): Promise<string | null> {
  const origin = (await headers()).get('origin')
  return origin && /^https?:\/\/[^/\s]+$/.test(origin) ? origin : null
}
