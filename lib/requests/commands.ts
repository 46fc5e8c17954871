import 'server-only'
import { adminClient } from '../auth'
import { Refusal } from '../refusal'
import type { BookingChange, Erasure, InquiryChange } from './schema'

const EXCLUSION_VIOLATION = '23P01'
const CHANGED_MEANWHILE = 'It was changed meanwhile. The list now shows its latest status.'

/**
 * Sets a booking's status unless somebody else changed it since it was seen. Throws `AccessError` for all but admins, `Refusal` with the
 * reason when it was changed or its time is taken, else the server's error.
 */
export async function setBookingStatus({ id, seen, status }: BookingChange): Promise<void> {
  const supabase = await adminClient()
  const { data, error } = await supabase
    .from('bookings')
    .update({ status })
    .eq('id', id)
    .eq('status', seen)
    .select('id')
  if (error?.code === EXCLUSION_VIOLATION) {
    throw new Refusal('Failed to update booking status', 'Another booking has taken its time.')
  }
  if (error) throw error
  if (data.length === 0) throw new Refusal('Failed to update booking status', CHANGED_MEANWHILE)
}

/** The same for an inquiry. */
export async function setInquiryStatus({ id, seen, status }: InquiryChange): Promise<void> {
  const supabase = await adminClient()
  const { data, error } = await supabase
    .from('inquiries')
    .update({ status })
    .eq('id', id)
    .eq('status', seen)
    .select('id')
  if (error) throw error
  if (data.length === 0) throw new Refusal('Failed to update inquiry status', CHANGED_MEANWHILE)
}

/** Erases a person from every record of their e-mail and returns how many those were. Throws like the others. */
export async function erasePerson({ email }: Erasure): Promise<number> {
  const supabase = await adminClient()
  const { data, error } = await supabase.rpc('erase_person', { p_email: email })
  if (error) throw error
  return data
}
