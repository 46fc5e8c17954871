'use server'

import { redirect } from 'next/navigation'
import { clientIp } from '@/lib/client-ip'
import { manageErrors } from '@/lib/content/manage'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { cancelManaged, eraseManaged, moveManaged } from '@/lib/manage/commands'
import { compareEmail } from '@/lib/manage/email-guesses'
import type { ManageError } from '@/lib/manage/errors'
import { type ManageEntries, type ManageField, type ManageState, readManageEntries } from '@/lib/manage/form'
import { findManagedBooking, type ManagedBooking } from '@/lib/manage/queries'
import { type ManageChange, parseChange } from '@/lib/manage/schema'
import { headers, refresh } from '@/lib/next'
import { paths } from '@/lib/paths'
import { postedForm } from '@/lib/posted-form'

/**
 * Cancels, moves or erases the booking of the form's `token`. Never throws: a forged post gets an error state
 * too.
 */
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

async function applyChange(
  booking: ManagedBooking,
  change: ManageChange,
  entries: ManageEntries,
): Promise<ManageState> {
  if (change.intent === 'cancel') {
    const error = await cancelManaged(booking, change.sequence, change.reason, clientIp(await headers()))
    return error ? failure(error, entries) : { status: 'success', done: 'cancel' }
  }
  if ('time' in change) {
    const moved = await moveManaged(booking, change.sequence, change.time, clientIp(await headers()))
    if ('error' in moved) return failure(moved.error, entries)
    return { status: 'success', done: moved.isConfirmed ? 'take' : 'move' }
  }
  const compared = compareEmail(booking, change.email)
  if (compared === 'too_many') return failure('too_many_emails', entries)
  if (compared === 'differs') return wrongEmail(entries)
  if (change.intent === 'erase') return { status: 'confirm', entries: { ...entries, email: change.email } }
  const error = await eraseManaged(booking, change.email)
  if (error) return error === 'email_differs' ? wrongEmail(entries) : failure(error, entries)
  const until = booking.offer_kept_until
  redirect(`${paths.manage}/erased?booking=${booking.id}${until ? `&until=${until}` : ''}`)
}

function failure(code: ManageError, entries: ManageEntries): ManageState {
  return { status: 'error', intent: entries.intent, ...manageErrors[code], entries }
}

function fieldError(entries: ManageEntries, field: ManageField, message: string): ManageState {
  return { status: 'error', intent: entries.intent, message, field, entries }
}

function wrongEmail(entries: ManageEntries): ManageState {
  return fieldError({ ...entries, intent: 'erase' }, 'email', manageErrors.email_differs.message)
}
