import 'server-only'
import { findOpenSlots, MAX_DAYS } from '../booking/queries'
import { addDays, bookableDates, dateAt } from '../dates'
import { linkOrigin, mailIsOn } from '../mail/queries'
import { managePath } from '../manage/token'
import { adminClient } from '../supabase/auth'
import type { SessionClient } from '../supabase/server'
import { type AskedDates, type CallsToAsk, type ClosedCall, MAX_ASKED, shareTimes } from './asking'
import type { Act } from './schema'

// Each function throws the database server's error. Functions that change data also throw an `AccessError`
// unless the caller is an admin.

export type ClosedCallRow = Omit<ClosedCall, 'isAsked' | 'isKept'> & {
  link_version: number
  is_asked: boolean
  is_kept: boolean
}

async function readClosedCalls(supabase: SessionClient): Promise<ClosedCallRow[]> {
  const { data } = await supabase.rpc('list_closed_calls').throwOnError()
  return data as unknown as ClosedCallRow[]
}

/** The future calls on closed dates, earliest first. */
async function listClosedCalls(supabase: SessionClient): Promise<ClosedCall[]> {
  return (await readClosedCalls(supabase)).map(toClosedCall)
}

/** Converts a row of the database to a call. */
export function toClosedCall({ link_version: _, is_asked, is_kept, ...call }: ClosedCallRow): ClosedCall {
  return { ...call, isAsked: is_asked, isKept: is_kept }
}

const isWithin = (dates: AskedDates) => (call: { date: string }) =>
  !dates || (call.date >= dates.from && call.date <= dates.to)

/**
 * The studio proposes times from this many days before the first call to this many days after the last call.
 */
const [BEFORE, AFTER] = [7, 28]

/**
 * Finds the calls on these dates whose visitors the studio should ask for another time: not asked yet, and
 * not kept by an admin.
 */
export async function findCallsToAsk(dates: AskedDates): Promise<CallsToAsk> {
  const rows = await readClosedCalls(await adminClient())
  const left = rows.filter((row) => isWithin(dates)(row) && !row.is_asked && !row.is_kept).slice(0, MAX_ASKED)
  const calls = left.map(({ id, name, email, date, start_time, end_time, revision, link_version }) => ({
    ...{ id, name, email, date, start_time, end_time, revision },
    link: managePath(id, link_version),
  }))
  const [first, last] = [calls[0]?.date, calls.at(-1)?.date]
  const free = first && last ? await findTimes(first, last) : []
  return {
    dates,
    calls: shareTimes(calls, free),
    origin: linkOrigin(),
    mailed: mailIsOn(),
  }
}

async function findTimes(first: string, last: string) {
  const { first: tomorrow, last: end } = bookableDates(dateAt())
  const early = addDays(first, -BEFORE)
  const from = early < tomorrow ? tomorrow : early
  const [until] = [addDays(last, AFTER), addDays(from, MAX_DAYS - 1), end].toSorted()
  return (until && until >= from && (await findOpenSlots(from, until))) || []
}

/**
 * Finds the calls on these dates whose visitors the studio asked for another time, and who have not answered.
 */
export async function listAsked(ranges: { from: string; to: string }[]): Promise<ClosedCall[]> {
  const calls = await listClosedCalls(await adminClient())
  return calls.filter((call) => call.isAsked && ranges.some((range) => isWithin(range)(call)))
}

export interface Proposal {
  replyId: string
  /** The call's id, and its revision that the admin saw. */
  id: string
  revision: number
  /** The mail; null if the admin sent it from their own mail program. */
  text: { subject: string; body: string } | null
  times: { date: string; time_slot_id: string }[]
}

/** The new revision by call id; null for an unchanged call. */
type Revisions = Record<string, number | null>
const actsOf = (revisions: Revisions): Act[] =>
  Object.entries(revisions).flatMap(([id, revision]) =>
    revision === null ? [] : [{ id, name: '', revision }],
  )

/**
 * Asks each visitor in a separate mail. Returns the calls of the asked visitors, and the ids of calls that
 * changed meanwhile.
 */
export async function sendProposals(proposals: Proposal[]): Promise<{ asked: Act[]; failedIds: string[] }> {
  const supabase = await adminClient()
  const { data } = await supabase
    .rpc('send_proposals', {
      p_proposals: proposals.map(({ replyId, id, revision, text, times }) => ({
        ...{ id: replyId, request_id: id, revision, times },
        ...{ subject: text?.subject ?? null, body: text?.body ?? null },
      })),
    })
    .throwOnError()
  const revisions = data as Revisions
  return {
    asked: actsOf(revisions),
    failedIds: Object.keys(revisions).filter((id) => revisions[id] === null),
  }
}

/**
 * Keeps these calls at their times, although the studio proposed others. Returns their number, and the
 * actions to undo.
 */
export async function keepCalls(ids: string[]): Promise<{ count: number; kept: Act[] }> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('keep_calls', { p_booking_ids: ids }).throwOnError()
  const revisions = data as Revisions
  return { count: Object.keys(revisions).length, kept: actsOf(revisions) }
}
