import 'server-only'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { errorCode, type RpcError } from '../supabase/errors'
import { type SubmitError, submitCodes, timeErrors } from './errors'
import { siteKey } from '../supabase/site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import type { StoredRequest } from './form'
import { managePath } from './token'
import { clearOpenSlots, removeFromCache } from './queries'
import type { Submission } from './schema'

const bookingRow = z.object({
  id: z.string(),
  status: z.string(),
  date: z.string(),
  time_slots: z.object({ start_time: z.string(), end_time: z.string() }),
  // Absent if a visitor sends a stored form again with another e-mail address.
  link_version: z.number().optional(),
  differs: z.boolean().optional(),
})
const inquiryRow = z.object({ id: z.string(), status: z.string(), differs: z.boolean().optional() })

type Stored = { sent: StoredRequest } | { error: SubmitError }

/** Stores a form, once. The database limits requests per `ip`. Never throws: a failure or a lost response is a code. */
export async function submit(submission: Submission, ip?: string): Promise<Stored> {
  const stored = await store(submission, ip)
  if ('sent' in stored || stored.error === 'no_response') clearOpenSlots()
  else if (submission.slot && timeErrors.includes(stored.error)) await removeFromCache(submission.slot)
  return stored
}

async function store(submission: Submission, ip: string | undefined): Promise<Stored> {
  const { sender, slot, details, requestId } = submission
  const { email } = sender
  try {
    const args = {
      p_name: sender.name,
      p_email: email,
      p_message: sender.message ?? undefined,
      p_request_id: requestId,
      p_address: ip,
      p_site_key: siteKey(),
      p_details: details,
    }
    if (!slot) {
      const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('create_inquiry', args)
      return error ? failed(error) : { sent: { kind: 'inquiry', email, ...inquiryRow.parse(data) } }
    }
    const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('create_booking', {
      ...args,
      p_date: slot.date,
      p_time_slot_id: slot.id,
    })
    if (error) return failed(error)
    const { time_slots, link_version, ...row } = bookingRow.parse(data)
    const manage = link_version === undefined ? null : managePath(row.id, link_version)
    return { sent: { kind: 'booking', email, manage, phone: details.phone, ...row, ...time_slots } }
  } catch (error) {
    console.error('booking: the submit failed.', describeError(error))
    return { error: 'no_response' }
  }
}

function failed(error: RpcError): Stored {
  const code = errorCode(error, submitCodes)
  if (code === 'not_signed')
    console.error('booking: the database does not know the key of this site. Run "npm run site-key".')
  else if (!submitCodes.some((known) => known === error.message))
    console.error('booking: the submit failed.', describeError(error))
  return { error: code }
}
