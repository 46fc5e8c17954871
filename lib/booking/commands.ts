import 'server-only'
import { z } from 'zod'
import { causeOf } from '../cause'
import { type SubmitError, submitCodes, timeErrors } from '../errors'
import { siteKey } from '../site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { type CallError, codeOf } from './call-error'
import type { Sent } from './form'
import type { Submission } from './schema'

const repeat = z.enum(['updated', 'unchanged']).optional()
const bookingRow = z.object({
  id: z.string(),
  status: z.string(),
  date: z.string(),
  time_slots: z.object({ start_time: z.string(), end_time: z.string() }),
  repeat,
})
const inquiryRow = z.object({ id: z.string(), status: z.string(), repeat })

/** The time that an earlier submission of the same request holds: studio date, and `HH:MM`. */
const heldTime = z.object({ date: z.string(), start_time: z.string() })

/** What became of a submission. `held` is what the same request holds already, where its move to another time was refused. */
export type Outcome = { sent: Sent } | { error: SubmitError; held?: z.infer<typeof heldTime> }

/**
 * Stores a booking or an inquiry, or changes the row that the same request stored before. `address` is the sender's, when known, for the
 * database's caps. An error of the database and a backend that does not respond come back as a code; nothing is thrown.
 */
export async function submit(submission: Submission, address?: string): Promise<Outcome> {
  const { sender, choice, requestId } = submission
  try {
    const args = {
      p_name: sender.name,
      p_email: sender.email,
      p_message: sender.message ?? undefined,
      p_request_id: requestId,
      p_address: address,
      p_site_key: siteKey(),
    }
    if (!choice) {
      const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('create_inquiry', args)
      return error ? failed(error) : { sent: { kind: 'inquiry', ...inquiryRow.parse(data) } }
    }
    const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('create_booking', {
      ...args,
      p_date: choice.date,
      p_time_slot_id: choice.id,
    })
    if (error) return failed(error)
    const { time_slots, ...row } = bookingRow.parse(data)
    return { sent: { kind: 'booking', ...row, ...time_slots } }
  } catch (error) {
    // What came back is not what the database returns, so nobody knows what it did.
    console.error('booking: the submit failed.', causeOf(error))
    return { error: 'no_answer' }
  }
}

function failed(error: CallError): Outcome {
  const code = codeOf(error, submitCodes)
  if (code === 'not_signed')
    console.error('booking: the database does not know the key of this site. Run "npm run site-key".')
  else if (!submitCodes.some((known) => known === error.message))
    console.error('booking: the submit failed.', causeOf(error))
  return { error: code, held: timeErrors.includes(code) ? readHeld(error.details) : undefined }
}

function readHeld(details: string | null) {
  return details ? heldTime.parse(JSON.parse(details)) : undefined
}
