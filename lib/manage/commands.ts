import 'server-only'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { siteKey } from '../supabase/site-key'
import { deleteSavedMails } from '../mail/files'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { type RpcError, errorCode } from '../supabase/errors'
import { type ManageError, manageCodes } from './errors'
import type { ManagedBooking } from './queries'
import { clearOpenSlots } from '../booking/queries'
import type { TimeSlot } from '../booking/slots'

// Each function except `moveManaged` returns null on success, or else an error code. No function throws.
// `sequence` is the `calendar_sequence` that the visitor saw, `ip` the visitor's IP address if known.

/** Cancels a call. `reason` is null if the visitor gave none. */
export function cancelManaged(
  booking: ManagedBooking,
  sequence: number,
  reason: string | null,
  ip?: string,
): Promise<ManageError | null> {
  return run((client) =>
    client.rpc('cancel_managed_booking', {
      ...link(booking),
      p_seen_sequence: sequence,
      p_reason: reason ?? undefined,
      p_address: ip,
    }),
  )
}

/**
 * Moves a call to another free time. The call becomes confirmed if the studio proposed this time to the
 * visitor, otherwise pending.
 */
export async function moveManaged(
  booking: ManagedBooking,
  sequence: number,
  to: TimeSlot,
  ip?: string,
): Promise<{ error: ManageError } | { isConfirmed: boolean }> {
  let isConfirmed = false
  const error = await run(async (client) => {
    const moved = await client.rpc('move_managed_booking', {
      ...link(booking),
      p_seen_sequence: sequence,
      p_date: to.date,
      p_time_slot_id: to.id,
      p_address: ip,
    })
    isConfirmed = movedBooking.safeParse(moved.data).success
    return moved
  })
  return error ? { error } : { isConfirmed }
}

const movedBooking = z.object({ status: z.literal('confirmed') })

/** Erases the visitor's data from this one booking, if `email` is the booking's e-mail address. */
export async function eraseManaged(booking: ManagedBooking, email: string): Promise<ManageError | null> {
  const error = await run((client) =>
    client.rpc('erase_managed_booking', { ...link(booking), p_email: email }),
  )
  if (!error) await deleteSavedMails({ requests: [booking.id] })
  return error
}

function link({ id, link_version }: ManagedBooking) {
  return { p_site_key: siteKey() ?? '', p_id: id, p_link_version: link_version }
}

async function run(
  call: (client: ReturnType<typeof visitorClient>) => PromiseLike<{ error: RpcError | null }>,
): Promise<ManageError | null> {
  const { error } = await call(visitorClient(WRITE_TIMEOUT_MS))
  // The free times may have changed.
  clearOpenSlots()
  if (!error) return null
  const code = errorCode(error, manageCodes)
  if (!manageCodes.some((known) => known === error.message))
    console.error('booking: a visitor’s change failed.', describeError(error))
  return code
}
