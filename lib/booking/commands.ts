import 'server-only'
import { z } from 'zod'
import { causeOf } from '../cause'
import { type SubmitRefusal, submitRefusals } from '../errors'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import type { Sent } from './form'
import type { Submission } from './schema'

const bookingRow = z.object({
  id: z.string(),
  status: z.string(),
  date: z.string(),
  time_slots: z.object({ start_time: z.string(), end_time: z.string() }),
})
const inquiryRow = z.object({ id: z.string(), status: z.string() })

/** What became of a submission. */
export type Outcome = { sent: Sent } | { refusal: SubmitRefusal }

/**
 * Stores a booking or an inquiry, or returns the row that the same request stored before. `address` is the sender's, when known, for the
 * database's caps. A refusal and an unreachable backend come back as a code; nothing is thrown.
 */
export async function submit(submission: Submission, address?: string): Promise<Outcome> {
  const { sender, choice, requestId } = submission
  const args = {
    p_name: sender.name,
    p_email: sender.email,
    p_message: sender.message ?? undefined,
    p_request_id: requestId,
    p_address: address,
  }
  try {
    if (!choice) {
      const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('create_inquiry', args)
      return error ? { refusal: refusalOf(error) } : { sent: { kind: 'inquiry', ...inquiryRow.parse(data) } }
    }
    const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('create_booking', {
      ...args,
      p_date: choice.date,
      p_time_slot_id: choice.id,
    })
    if (error) return { refusal: refusalOf(error) }
    const { time_slots, ...row } = bookingRow.parse(data)
    return { sent: { kind: 'booking', ...row, ...time_slots } }
  } catch (error) {
    console.error('booking: the submit failed.', causeOf(error))
    return { refusal: 'unreachable' }
  }
}

function refusalOf(error: { code: string; message: string }): SubmitRefusal {
  const refusal = submitRefusals.find((code) => code === error.message)
  if (!refusal) console.error('booking: the submit failed.', causeOf(error))
  return refusal ?? 'unreachable'
}
