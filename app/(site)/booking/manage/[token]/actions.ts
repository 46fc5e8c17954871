'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { clearOpenSlots } from '@/lib/booking/queries'
import { clientIp } from '@/lib/client-ip'
import { manageErrors } from '@/lib/content/manage'
import { describeError } from '@/lib/describe-error'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { deleteSavedMails } from '@/lib/mail/files'
import { compareEmail } from '@/lib/manage/email-guesses'
import { manageCodes, type ManageError } from '@/lib/manage/errors'
import { type ManageEntries, type ManageField, type ManageState, readManageEntries } from '@/lib/manage/form'
import { findManagedBooking, type ManagedBooking } from '@/lib/manage/queries'
import { type ManageChange, parseChange } from '@/lib/manage/schema'
import { headers, refresh } from '@/lib/next'
import { paths } from '@/lib/paths'
import { postedForm } from '@/lib/posted-form'
import { errorCode, type RpcError } from '@/lib/supabase/errors'
import { visitorClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'
import { siteKey } from '@/lib/supabase/site-key'

/** Never throws, not even for a forged post. */
export async function changeBooking(_: ManageState, posted: FormData): Promise<ManageState> {
  const entries = readManageEntries(postedForm(posted))
  const booking = await findManagedBooking(entries.token)
  if (booking === 'unreachable') return failure('unreachable', entries)
  // Makes the response render the page again with current data, even if nothing changed.
  refresh()
  if (booking === 'invalid') return failure('link_invalid', entries)
  const parsed = parseChange(entries)
  if ('change' in parsed) {
    deliverAfterResponse()
    return applyChange(booking, parsed.change, entries)
  }
  const { field, message } = parsed
  return field && message ? fieldError(entries, field, message) : failure('changed_meanwhile', entries)
}

/** The moved booking is confirmed if the studio proposed the time to the visitor, otherwise pending. */
const confirmed = z.object({ status: z.literal('confirmed') })

async function applyChange(
  booking: ManagedBooking,
  change: ManageChange,
  entries: ManageEntries,
): Promise<ManageState> {
  const client = visitorClient(WRITE_TIMEOUT_MS)
  const link = { p_site_key: siteKey() ?? '', p_id: booking.id, p_link_version: booking.link_version }
  if ('sequence' in change) {
    const seen = { ...link, p_seen_sequence: change.sequence, p_address: clientIp(await headers()) }
    if (change.intent === 'cancel') {
      const args = { ...seen, p_reason: change.reason ?? undefined }
      const { error } = await client.rpc('cancel_managed_booking', args)
      return errorState(error, entries) ?? { status: 'success', done: 'cancel' }
    }
    const { date, id } = change.time
    const args = { ...seen, p_date: date, p_time_slot_id: id }
    const { data, error } = await client.rpc('move_managed_booking', args)
    const done = confirmed.safeParse(data).success ? 'take' : 'move'
    return errorState(error, entries) ?? { status: 'success', done }
  }
  const { intent, email } = change
  const compared = compareEmail(booking, email)
  if (compared === 'too_many') return failure('too_many_emails', entries)
  if (compared === 'differs') return failure('email_differs', entries)
  if (intent === 'erase') return { status: 'confirm', entries: { ...entries, email } }
  const { error } = await client.rpc('erase_managed_booking', { ...link, p_email: email })
  if (!error) await deleteSavedMails({ requests: [booking.id] })
  const failed = errorState(error, entries)
  if (failed) return failed
  const until = booking.offer_kept_until
  redirect(`${paths.manage}/erased?booking=${booking.id}${until ? `&until=${until}` : ''}`)
}

/** Logs an error that has no code for the visitor. */
function errorState(error: RpcError | null, entries: ManageEntries): ManageState | null {
  clearOpenSlots() // the free times may have changed
  if (!error) return null
  if (!manageCodes.some((known) => known === error.message))
    console.error('booking: a visitor’s change failed.', describeError(error))
  return failure(errorCode(error, manageCodes), entries)
}

function failure(code: ManageError, entries: ManageEntries): ManageState {
  if (code === 'email_differs')
    return fieldError({ ...entries, intent: 'erase' }, 'email', manageErrors[code].message)
  return { status: 'error', intent: entries.intent, ...manageErrors[code], entries }
}

function fieldError(entries: ManageEntries, field: ManageField, message: string): ManageState {
  return { status: 'error', intent: entries.intent, message, field, entries }
}
