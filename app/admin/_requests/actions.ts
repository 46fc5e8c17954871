'use server'

import { revalidatePath } from 'next/cache'
import { paths } from '@/lib/paths'
import { UserError } from '@/lib/user-error'
import { erasePerson, setStatuses } from '@/lib/requests/commands'
import {
  type BookingChange,
  bookingChanges,
  type BookingRestore,
  bookingRestores,
  type Erasure,
  erasure,
  type InquiryChange,
  inquiryChanges,
} from '@/lib/requests/schema'
import type { ActionResult } from '../action-result'
import { logFailure, runAdminAction } from '../run-admin-action'

/** Sets the status of bookings, each unless it changed since the admin saw it. They all get the same status. */
export async function changeBookings(input: BookingChange[]): Promise<ActionResult> {
  return shown('Failed to update booking status', async (failure) => {
    const changes = bookingChanges.parse(input)
    return change('booking', changes, failure, changes[0]?.status ?? '')
  })
}

/** Takes the cancellation of bookings back, while their times are free. */
export async function restoreBookings(input: BookingRestore[]): Promise<ActionResult> {
  return shown('Failed to update booking status', async (failure) => {
    const changes = bookingRestores.parse(input)
    return change('booking', changes, failure, changes.length > 1 ? 'restored' : (changes[0]?.status ?? ''))
  })
}

/** Sets the status of inquiries, each unless it changed since the admin saw it. They all get the same status. */
export async function changeInquiries(input: InquiryChange[]): Promise<ActionResult> {
  return shown('Failed to update inquiry status', async (failure) => {
    const changes = inquiryChanges.parse(input)
    return change('inquiry', changes, failure, changes[0]?.status ?? '')
  })
}

/** Erases a person's name, e-mail and messages from every record of theirs. */
export async function erasePersonalData(input: Erasure): Promise<ActionResult> {
  return shown('Failed to erase personal data', async () => {
    const count = await erasePerson(erasure.parse(input))
    return `Personal data erased from ${count} ${count === 1 ? 'record' : 'records'}`
  })
}

/** Runs a change; its response brings the page as it is afterwards. */
async function shown(failure: string, work: (failure: string) => Promise<string>): Promise<ActionResult> {
  const result = await runAdminAction(failure, () => work(failure))
  if (result.status !== 'signed-out') revalidatePath(paths.admin)
  return result
}

const plurals = { booking: 'bookings', inquiry: 'inquiries' } as const

/** 'Booking confirmed successfully', '3 bookings confirmed successfully'. Throws a `UserError` that names those that were not set. */
async function change(
  kind: 'booking' | 'inquiry',
  changes: (BookingChange | BookingRestore | InquiryChange)[],
  failure: string,
  word: string,
): Promise<string> {
  const refused = await setStatuses(plurals[kind], changes)
  const one = kind === 'booking' ? 'Booking' : 'Inquiry'
  const set = changes.length - refused.length
  const success =
    changes.length === 1
      ? `${one} ${word} successfully`
      : `${set} ${set === 1 ? kind : plurals[kind]} ${word} successfully`
  if (refused.length === 0) return success

  const [only] = refused
  if (changes.length === 1 && only) {
    if (only.cause) throw only.cause
    throw new UserError(failure, only.reason)
  }
  for (const { cause } of refused) if (cause) logFailure(failure, cause)
  const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`)
  const detail = [...(set > 0 ? [`${success}.`] : []), ...reasons].join(' ')
  // The cause is what is logged: no names.
  throw new UserError(failure, detail, undefined, {
    cause: new Error(`${refused.length} of ${changes.length} were refused`),
  })
}
