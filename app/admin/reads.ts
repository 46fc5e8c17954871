import 'server-only'
import {
  findShortage,
  listExceptions,
  listPresets,
  listRecurring,
  listSlots,
} from '@/lib/availability/queries'
import { listBookings, listInquiries } from '@/lib/requests/queries'
import { logFailure } from './perform'

/** A read of the desk: its data, or the sentence of spec 8 that says it failed. */
export type Read<Data> = { data: Data; failure: null } | { data: null; failure: string }

/** Everything the desk shows, read at once. `readAt` is from before the first read, in milliseconds. */
export async function readDesk() {
  const readAt = Date.now()
  const [bookings, inquiries, exceptions, recurring, slots, presets, shortage] = await Promise.all([
    attempt('Failed to fetch bookings', listBookings()),
    attempt('Failed to fetch inquiries', listInquiries()),
    attempt('Failed to fetch availability exceptions.', listExceptions()),
    attempt('Failed to fetch recurring availability.', listRecurring()),
    attempt('Failed to fetch time slots.', listSlots()),
    attempt('Failed to fetch time slot presets.', listPresets()),
    attempt('Failed to load admin data.', findShortage()),
  ])
  return { readAt, bookings, inquiries, exceptions, recurring, slots, presets, shortage }
}

async function attempt<Data>(failure: string, read: Promise<Data>): Promise<Read<Data>> {
  try {
    return { data: await read, failure: null }
  } catch (error) {
    logFailure(failure, error)
    return { data: null, failure }
  }
}

/** The one sentence for what could not be read, or null. */
export function failureSentence(reads: Read<unknown>[]): string | null {
  const failures = reads.flatMap(({ failure }) => failure ?? [])
  return failures.length > 1 ? 'Failed to load admin data.' : (failures[0] ?? null)
}
