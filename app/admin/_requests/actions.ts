'use server'

import { UserError } from '@/lib/user-error'
import { erasePerson, setLocation, setStatuses } from '@/lib/requests/commands'
import {
  type BookingChange,
  bookingChanges,
  type BookingRestore,
  bookingRestores,
  type Erasure,
  erasure,
  type InquiryChange,
  inquiryChanges,
  locationChange,
} from '@/lib/requests/schema'
import type { ActionResult } from '../action-result'
import { logFailure, runAdminAction } from '../run-admin-action'
import { kindPlurals, kindTitles, statusFailures } from './labels'

/** Sets the status of bookings, each unless it changed since the admin saw it. They all get the same status. */
export async function changeBookings(input: BookingChange[]): Promise<ActionResult> {
  return runAdminAction(statusFailures.booking, async () => {
    const changes = bookingChanges.parse(input)
    return change('booking', changes, changes[0]?.status ?? '')
  })
}

/** Takes the cancellation of bookings back, while their times are free. */
export async function restoreBookings(input: BookingRestore[]): Promise<ActionResult> {
  return runAdminAction(statusFailures.booking, async () => {
    const changes = bookingRestores.parse(input)
    return change('booking', changes, changes.length > 1 ? 'restored' : (changes[0]?.status ?? ''))
  })
}

/** Sets the status of inquiries, each unless it changed since the admin saw it. They all get the same status. */
export async function changeInquiries(input: InquiryChange[]): Promise<ActionResult> {
  return runAdminAction(statusFailures.inquiry, async () => {
    const changes = inquiryChanges.parse(input)
    return change('inquiry', changes, changes[0]?.status ?? '')
  })
}

/** Erases a person's name, e-mail and messages from every record of theirs. */
export async function erasePersonalData(input: Erasure): Promise<ActionResult> {
  return runAdminAction('Failed to erase personal data', async () => {
    const count = await erasePerson(erasure.parse(input))
    return `Personal data erased from ${count} ${count === 1 ? 'record' : 'records'}`
  })
}

/** Says where one booking's call happens. */
export async function changeLocation(input: { id: string; location: string }): Promise<ActionResult> {
  return runAdminAction('Failed to save the place', async () => {
    await setLocation(locationChange.parse(input))
    return 'Place saved'
  })
}

/** 'Booking confirmed successfully', '3 bookings confirmed successfully'. Throws a `UserError` that names those that were not set. */
async function change(
  kind: 'booking' | 'inquiry',
  changes: (BookingChange | BookingRestore | InquiryChange)[],
  word: string,
): Promise<string> {
  const failed = await setStatuses(kindPlurals[kind], changes)
  const set = changes.length - failed.length
  const success =
    changes.length === 1
      ? `${kindTitles[kind]} ${word} successfully`
      : `${set} ${set === 1 ? kind : kindPlurals[kind]} ${word} successfully`
  if (failed.length === 0) return success

  const [only] = failed
  if (changes.length === 1 && only) {
    if (only.cause) throw only.cause
    throw new UserError(statusFailures[kind], only.reason)
  }
  for (const { cause } of failed) if (cause) logFailure(statusFailures[kind], cause)
  const reasons = failed.map(({ name, reason }) => `${name}: ${reason}`)
  const detail = [...(set > 0 ? [`${success}.`] : []), ...reasons].join(' ')
  // The cause is what is logged: no names.
  throw new UserError(statusFailures[kind], detail, undefined, {
    cause: new Error(`${failed.length} of ${changes.length} were not set`),
  })
}
