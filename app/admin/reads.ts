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
import {
  countRecords,
  findBooking,
  findInquiry,
  listCalls,
  listRequests,
  listSoon,
} from '@/lib/requests/queries'
import { findDetails, type RequestDetails } from '@/lib/requests/details'
import type { AdminRequest } from '@/lib/requests/request'
import type { RequestsView } from '@/lib/requests/view'
import { logFailure } from './perform'

/** What the admin reads of one kind: its data, and the sentence that people read when it could not be read. */
export interface Read<Data> {
  data: Data | null
  failure: string | null
}

/** Everything about when calls are offered. `readAt` is from before the first read. A read that fails says so instead of throwing. */
export async function readDesk() {
  const readAt = Date.now()
  const today = dateAt()
  const [bookings, exceptions, recurring, slots, presets, shortage, notices] = await Promise.all([
    attempt('Failed to fetch bookings', listCalls()),
    attempt('Failed to fetch availability exceptions.', listExceptions()),
    attempt('Failed to fetch recurring availability.', listRecurring()),
    attempt('Failed to fetch time slots.', listSlots()),
    attempt('Failed to fetch time slot presets.', listPresets()),
    attempt('Failed to load admin data.', findShortage()),
    attempt('Failed to load admin data.', listNotices()),
  ])
  return { readAt, today, reads: { bookings, exceptions, recurring, slots, presets, shortage, notices } }
}

/** One page of requests as the URL asks for it, the calls of today and tomorrow, and the record that the URL opens. */
export async function readRequests(view: RequestsView) {
  const [list, soon, record] = await Promise.all([
    attempt('Failed to load admin data.', listRequests(view)),
    attempt('Failed to fetch bookings', listSoon()),
    view.id === null ? null : readRecord(view.id),
  ])
  return { list, soon, record }
}

/** One record in full. `sameEmail` is how many carry its e-mail; what could not be read is null. */
export interface OpenRecord {
  request: AdminRequest
  sameEmail: number | null
  details: RequestDetails | null
}

async function readRecord(id: string): Promise<Read<OpenRecord>> {
  const [booking, inquiry] = await Promise.all([
    attempt('Failed to fetch bookings', findBooking(id)),
    attempt('Failed to fetch inquiries', findInquiry(id)),
  ])
  const request = booking.data ?? inquiry.data
  if (!request) return { data: null, failure: booking.failure ?? inquiry.failure }
  const sentence = request.type === 'booking' ? 'Failed to fetch bookings' : 'Failed to fetch inquiries'
  const [same, details] = await Promise.all([
    attempt(sentence, countRecords(request.email)),
    attempt(sentence, findDetails(request)),
  ])
  return {
    data: { request, sameEmail: same.data, details: details.data },
    failure: same.failure ?? details.failure,
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
