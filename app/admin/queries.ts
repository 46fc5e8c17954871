import 'server-only'
import type { ChosenDate } from '@/lib/availability/chosen-date'
import {
  hasHours,
  listDays,
  listExceptions,
  listPresets,
  listRecurring,
  listSlots,
  readSchedule,
} from '@/lib/availability/queries'
import { findOfferSummary } from '@/lib/offers/queries'
import { listAdmins } from '@/lib/requests/details'
import { listRequests } from '@/lib/requests/list'
import { listSoon, listToAnswer } from '@/lib/requests/queries'
import type { AdminRequest } from '@/lib/requests/request'
import { type Params, readView } from '@/lib/requests/view'
import { AccessError } from '@/lib/supabase/auth'
import { UserError } from '@/lib/user-error'
import type { Fold, Folds } from './_components/folds'
import { readNews } from './news'
import { logFailure } from './run-admin-action'

/** The result of a read: the data, or the error to show instead. */
export interface ReadResult<Data> {
  data: Data | null
  failure: string | null
  /** True if the database denied the read, because the signed-in person is no longer an admin. */
  isDenied?: boolean
}

const DATES = 'Failed to fetch availability exceptions.'

/**
 * Reads the data of /admin. Returns failed reads instead of throwing: `failures` are all their errors,
 * `failed` is their number without `schedule`. The availability is not read while all its sections are folded
 * (`folds`). `schedule` (the slots of the chosen date) is a promise, so that the page can stream before it is
 * read. `readAt` is the time before the first read, in milliseconds.
 */
export async function getDashboard(params: Params, chosen: ChosenDate, folds: Folds) {
  const readAt = Date.now()
  const view = readView(params)
  const [list, soon, waiting, admins, { open, hours, schedule }, news] = await Promise.all([
    readPart(listRequests(view)),
    attempt('Failed to fetch bookings', listSoon()),
    readPart(listToAnswer().then((requests) => Promise.all(requests.map(withSum)))),
    readPart(listAdmins()),
    readOpenHours(chosen, folds),
    readPart(readNews()),
  ])
  const requests = { list, soon, waiting, admins }
  const reads = [...Object.values(requests), ...Object.values(hours ?? {}), news]
  const failed = failuresOf(...reads)
  const failures = Promise.resolve(schedule).then((last) => [
    ...failed,
    ...(last?.failure ? [last.failure] : []),
  ])
  return { readAt, view, requests, open, hours, news, schedule, failed: failed.length, failures }
}

export type Dashboard = Awaited<ReturnType<typeof getDashboard>>

/** Adds the sum of the accepted offer to a request that waits because of it. */
async function withSum(request: AdminRequest): Promise<AdminRequest> {
  if (request.turn_reason !== 'accepted') return request
  return { ...request, accepted_cents: (await findOfferSummary(request.id))?.cents }
}

/** Reads the availability for the sections of /admin that are open; `hours` is null if all are folded. */
async function readOpenHours({ date, month }: ChosenDate, folds: Folds) {
  const atFirst = Object.values(folds).includes(null) && !(await hasHours().catch(() => true))
  const open = Object.fromEntries(
    Object.entries(folds).map(([id, isOpen]) => [id, isOpen ?? atFirst]),
  ) as Record<Fold, boolean>
  if (!Object.values(open).includes(true)) return { open, hours: null, schedule: null }
  const schedule = date === null ? null : attempt(DATES, readSchedule(date))
  const [exceptions, days, recurring, slots, presets] = await Promise.all([
    attempt(DATES, listExceptions()),
    attempt(DATES, listDays(month)),
    attempt('Failed to fetch recurring availability.', listRecurring()),
    attempt('Failed to fetch time slots.', listSlots()),
    attempt('Failed to fetch time slot presets.', listPresets()),
  ])
  return { open, hours: { exceptions, days, recurring, slots, presets }, schedule }
}

export type Hours = NonNullable<Dashboard['hours']>

/** Awaits a read. Logs an error and returns its sentence: that of a `UserError`, else `failure`. */
export async function attempt<Data>(failure: string, read: Promise<Data>): Promise<ReadResult<Data>> {
  try {
    return { data: await read, failure: null }
  } catch (error) {
    const sentence = error instanceof UserError ? error.message : failure
    logFailure(sentence, error)
    return { data: null, failure: sentence, isDenied: error instanceof AccessError }
  }
}

/** {@link attempt} for a read whose failure has no sentence of its own. */
export function readPart<Data>(read: Promise<Data>): Promise<ReadResult<Data>> {
  return attempt('Failed to load admin data.', read)
}

/** The errors of the reads that failed. */
export function failuresOf(...reads: ReadResult<unknown>[]): string[] {
  return reads.flatMap(({ failure }) => failure ?? [])
}
