'use server'

import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { compareEmail } from '@/lib/booking/email-guesses'
import {
  type Intent,
  type ManagedBooking,
  type ManageEntries,
  type ManageField,
  type ManageState,
  readManageEntries,
} from '@/lib/booking/managed'
import { cancelManaged, eraseManaged, moveManaged } from '@/lib/booking/managed-commands'
import { findManagedBooking } from '@/lib/booking/managed-queries'
import { decodeSlot } from '@/lib/booking/slots'
import { cleanLine, cleanText, lengthOf, tooLong } from '@/lib/booking/text'
import { clientIp } from '@/lib/client-ip'
import { manage, type ManageError, manageErrors } from '@/lib/content/manage'
import { dateAt } from '@/lib/dates'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { paths } from '@/lib/paths'

const MAX_REASON = 500

/** Cancels, moves or erases the booking of the form's link. Returns a typed state for whatever is posted. */
export async function changeBooking(_: ManageState, posted: FormData): Promise<ManageState> {
  const entries = readManageEntries(posted instanceof FormData ? posted : new FormData())
  const booking = await findManagedBooking(entries.link)
  if (booking === 'unreachable') return failure('unreachable', entries)
  // With JavaScript the page is shown as it is now, whatever came of it.
  refresh()
  if (booking === 'invalid') return failure('link_invalid', entries)
  // Only in a crafted post it is another word.
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
    if (lengthOf(reason) > MAX_REASON) return fault(entries, 'reason', tooLong(MAX_REASON))
    const error = await cancelManaged(booking, seen(entries), reason || null, clientIp(await headers()))
    return error ? failure(error, entries) : { status: 'success', ...manage.done.cancel }
  },
  async move(booking, entries) {
    const to = decodeSlot(entries.time, dateAt())
    if (!to) return fault(entries, 'time', 'Please choose a time.')
    const error = await moveManaged(booking, seen(entries), to, clientIp(await headers()))
    return error ? failure(error, entries) : { status: 'success', ...manage.done.move }
  },
  async erase(booking, entries) {
    const email = cleanLine(entries.email)
    if (!email) return fault(entries, 'email', 'Your email address is missing.')
    return faultOfEmail(booking, entries) ?? { status: 'asked', entries: { ...entries, email } }
  },
  async 'erase-now'(booking, entries) {
    const fault = faultOfEmail(booking, entries)
    if (fault) return fault
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

function fault(entries: ManageEntries, field: ManageField, message: string): ManageState {
  return { status: 'error', intent: entries.intent, message, field, entries }
}

function faultOfEmail(booking: ManagedBooking, entries: ManageEntries): ManageState | null {
  const compared = compareEmail(booking, cleanLine(entries.email))
  if (compared === 'same') return null
  return compared === 'differs' ? differs(entries) : failure('too_many', entries)
}

function differs(entries: ManageEntries): ManageState {
  return fault({ ...entries, intent: 'erase' }, 'email', manageErrors.email_differs.message)
}
