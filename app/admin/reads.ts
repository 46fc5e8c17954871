import 'server-only'
import { getViewer } from '@/lib/auth'
import {
  findShortage,
  listExceptions,
  listPresets,
  listRecurring,
  listSlots,
} from '@/lib/availability/queries'
import { dateAt } from '@/lib/dates'
import { listNotices } from '@/lib/notices'
import { listBookings, listInquiries } from '@/lib/requests/queries'
import { logFailure } from './perform'

/** What the desk reads of one kind: the last data that could be read, and the sentence of spec 8 when the last try failed. */
export interface Read<Data> {
  data: Data | null
  failure: string | null
}

/** Everything the desk shows, read at once. `readAt` is from before the first read. A read that fails says so instead of throwing. */
export async function readDesk() {
  const readAt = Date.now()
  const [bookings, inquiries, exceptions, recurring, slots, presets, shortage, notices] = await Promise.all([
    attempt('Failed to fetch bookings', listBookings()),
    attempt('Failed to fetch inquiries', listInquiries()),
    attempt('Failed to fetch availability exceptions.', listExceptions()),
    attempt('Failed to fetch recurring availability.', listRecurring()),
    attempt('Failed to fetch time slots.', listSlots()),
    attempt('Failed to fetch time slot presets.', listPresets()),
    attempt('Failed to load admin data.', findShortage()),
    attempt('Failed to load admin data.', listNotices()),
  ])
  return {
    readAt,
    today: dateAt(),
    reads: { bookings, inquiries, exceptions, recurring, slots, presets, shortage, notices },
  }
}

async function attempt<Data>(failure: string, read: Promise<Data>): Promise<Read<Data>> {
  try {
    return { data: await read, failure: null }
  } catch (error) {
    logFailure(failure, error)
    return { data: null, failure }
  }
}

/** Answers a read for admins as JSON: 401 without a session, 403 for others, 503 with the failure logged. */
export async function answerRead(failure: string, read: () => Promise<unknown>): Promise<Response> {
  try {
    const viewer = await getViewer()
    if (!viewer?.isAdmin) return Response.json({ error: 'admins only' }, { status: viewer ? 403 : 401 })
    return Response.json(await read(), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    logFailure(failure, error)
    return Response.json({ error: 'not available' }, { status: 503 })
  }
}
