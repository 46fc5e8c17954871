import 'server-only'
import { findOfferSummary } from '@/lib/offers/queries'
import { listAdmins } from '@/lib/requests/one-request'
import { listRequests } from '@/lib/requests/list'
import { listSoon, listToAnswer } from '@/lib/requests/queries'
import type { AdminRequest } from '@/lib/requests/request'
import { type Params, readAddress } from '@/lib/requests/address'
import { AccessError } from '@/lib/supabase/auth'
import { UserError } from '@/lib/user-error'
import { readNews } from './news'
import { logFailure } from './admin-action'

/** The data, or the error to show instead. */
export interface ReadResult<Data> {
  data: Data | null
  failure: string | null
  /** True if the database denied the read, because the signed-in person is no longer an admin. */
  isDenied?: boolean
}

/** Returns failed reads instead of throwing. `readAt` is before the first read, in milliseconds. */
export async function getDashboard(params: Params) {
  const readAt = Date.now()
  const address = readAddress(params)
  const [list, soon, waiting, admins, news] = await Promise.all([
    readPart(listRequests(address)),
    attempt('Failed to fetch bookings', listSoon()),
    readPart(listToAnswer().then((requests) => Promise.all(requests.map(withSum)))),
    readPart(listAdmins()),
    readPart(readNews()),
  ])
  const requests = { list, soon, waiting, admins }
  return { readAt, address, requests, news, failures: failuresOf(...Object.values(requests), news) }
}

export type Dashboard = Awaited<ReturnType<typeof getDashboard>>

async function withSum(request: AdminRequest): Promise<AdminRequest> {
  if (request.turn_reason !== 'accepted') return request
  return { ...request, accepted_cents: (await findOfferSummary(request.id))?.cents }
}

/** Logs an error and returns its sentence: that of a `UserError`, else `failure`. */
export async function attempt<Data>(failure: string, read: Promise<Data>): Promise<ReadResult<Data>> {
  try {
    return { data: await read, failure: null }
  } catch (error) {
    const sentence = error instanceof UserError ? error.message : failure
    logFailure(sentence, error)
    return { data: null, failure: sentence, isDenied: error instanceof AccessError }
  }
}

export function readPart<Data>(read: Promise<Data>): Promise<ReadResult<Data>> {
  return attempt('Failed to load admin data.', read)
}

export function failuresOf(...reads: ReadResult<unknown>[]): string[] {
  return reads.flatMap(({ failure }) => failure ?? [])
}
