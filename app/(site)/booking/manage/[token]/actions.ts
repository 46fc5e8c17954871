'use server'

import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { compareEmail } from '@/lib/manage/email-guesses'
import {
  type Intent,
  type ManagedBooking,
  type ManageEntries,
  type ManageField,
  type ManageState,
  readManageEntries,
} from '@/lib/manage/schema'
import { cancelManaged, eraseManaged, moveManaged } from '@/lib/manage/commands'
import { findManagedBooking } from '@/lib/manage/queries'
import { decodeSlot } from '@/lib/booking/slots'
import { cleanLine, cleanText, lengthOf, tooLong } from '@/lib/text'
import { clientIp } from '@/lib/client-ip'
import { manage, manageErrors } from '@/lib/content/manage'
import { type ManageError } from '@/lib/manage/errors'
import { dateAt } from '@/lib/dates'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { paths } from '@/lib/paths'
import { postedForm } from '@/lib/posted-form'

const MAX_REASON = 500

/** Cancels, moves or erases the booking that the form's `token` names. Never throws: a crafted post gets an error state too. */
export async function changeBooking(_: ManageState, posted: FormData): Promise<ManageState> {
  const entries = readManageEntries(postedForm(posted))
  const booking = await findManagedBooking(entries.token)
  if (booking === 'unreachable') return failure('unreachable', entries)
  // With JavaScript: renders the page again with the response, whether or not the change was made.
  refresh()
  if (booking === 'invalid') return failure('link_invalid', entries)
  // Only a crafted post has another intent.
  if (!isIntent(entries.intent)) return failure('changed_meanwhile', entries)
  deliverAfterResponse()
  return changes[entries.intent](booking, entries)
}

function isIntent(text: string): text is Intent {
  return Object.hasOwn(changes, text)
}

const changes: Record<Intent, (booking: ManagedBooking, entries: ManageEntries) => Promise<ManageState>> = {
  async cancel(booking, entries) {
    const reason = cleanText(entries.reason)
    if (lengthOf(reason) > MAX_REASON) return fieldError(entries, 'reason', tooLong(MAX_REASON))
    const error = await cancelManaged(booking, seen(entries), reason || null, clientIp(await headers()))
    return error ? failure(error, entries) : { status: 'success', ...manage.done.cancel }
  },
  async move(booking, entries) {
    const to = decodeSlot(entries.time, dateAt())
    if (!to) return fieldError(entries, 'time', manage.move.missing)
    const error = await moveManaged(booking, seen(entries), to, clientIp(await headers()))
    return error ? failure(error, entries) : { status: 'success', ...manage.done.move }
  },
  async erase(booking, entries) {
    const email = cleanLine(entries.email)
    if (!email) return fieldError(entries, 'email', manage.erase.missing)
    return checkEmail(booking, entries) ?? { status: 'asked', entries: { ...entries, email } }
  },
  async 'erase-now'(booking, entries) {
    const rejected = checkEmail(booking, entries)
    if (rejected) return rejected
    const error = await eraseManaged(booking, cleanLine(entries.email))
    if (error) return error === 'email_differs' ? differs(entries) : failure(error, entries)
    redirect(`${paths.manage}/erased`)
  },
}

function seen({ seen }: ManageEntries): number {
  return /^\d{1,9}$/.test(seen) ? Number(seen) : -1
}

function failure(code: ManageError, entries: ManageEntries): ManageState {
  return { status: 'error', intent: entries.intent, ...manageErrors[code], entries }
}

function fieldError(entries: ManageEntries, field: ManageField, message: string): ManageState {
  return { status: 'error', intent: entries.intent, message, field, entries }
}

function checkEmail(booking: ManagedBooking, entries: ManageEntries): ManageState | null {
  const compared = compareEmail(booking, cleanLine(entries.email))
  if (compared === 'same') return null
  return compared === 'differs' ? differs(entries) : failure('too_many_emails', entries)
}

function differs(entries: ManageEntries): ManageState {
  return fieldError({ ...entries, intent: 'erase' }, 'email', manageErrors.email_differs.message)
}
