import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { linkTimes, writeReply } from './letters'
import { linkOrigin } from '../mail/config'
import { managePath } from '../booking/token'
import { type AdminClient, adminClient } from '../supabase/auth'
import { findTimesFor } from './one-request'
import { proposalPath, shareTimes } from './replies'
import { bookingStatuses } from '../statuses'
import type { CallsToAsk } from './schema'

// Each function that calls the database throws its error, or an `AccessError` unless the caller is an admin.

/** `is_asked`: the studio proposes other times. `is_kept`: an admin decided that the call stays. */
export const closedCall = z.object({
  ...{ id: z.string(), name: z.string(), email: z.string(), status: z.enum(bookingStatuses) },
  ...{ date: z.string(), start_time: z.string(), end_time: z.string(), revision: z.number() },
  ...{ link_version: z.number(), is_asked: z.boolean(), is_kept: z.boolean() },
})
export type ClosedCall = z.infer<typeof closedCall>

export const isToAsk = ({ is_asked, is_kept }: ClosedCall) => !is_asked && !is_kept

export async function listClosedCalls(): Promise<ClosedCall[]> {
  const { data } = await (await adminClient()).rpc('list_closed_calls').throwOnError()
  return z.array(closedCall).parse(data)
}

/** '4 people have calls', '1 person has a call'. */
export function describeCalls(calls: ClosedCall[]): string {
  const people = countPeople(calls)
  const has = calls.length === 1 ? 'has a call' : 'has calls'
  return `${people} ${people === '1 person' ? has : 'have calls'}`
}

export function countPeople(calls: ClosedCall[]): string {
  const people = new Set(calls.map(({ email }) => email.toLowerCase())).size
  return people === 1 ? '1 person' : `${people} people`
}

/** Sends the letter 'Propose other times', to all or none. Leaves out calls that were asked before, or that changed. */
export async function askForTimes(supabase: AdminClient, seen: CallsToAsk) {
  const isSeen = (call: ClosedCall) =>
    seen.some(({ id, revision }) => id === call.id && revision === call.revision)
  const calls = (await listClosedCalls()).filter((call) => !call.is_asked && isSeen(call))
  const withFree = await Promise.all(
    calls.map(async (call) => ({ ...call, free: await findTimesFor({ type: 'booking', ...call }) })),
  )
  const shared = shareTimes(withFree)
  const letters = shared.map(({ times, ...call }) => {
    const link = managePath(call.id, call.link_version)
    const linked = times.map((time) => ({ ...time, link: linkOrigin() + proposalPath(time, link) }))
    const facts = { name: call.name, call, where: null, link: link && linkOrigin() + link, times: linked }
    const { subject, body } = writeReply('propose', facts)
    return {
      // The same id for the same call, so that a second press sends no second letter.
      id: createHash('sha256').update(`${call.id} ${call.revision}`).digest('hex').slice(0, 32),
      ...{ request_id: call.id, revision: call.revision },
      ...{ subject, body: linkTimes(body, linked) },
      times: times.map(({ date, id }) => ({ date, time_slot_id: id })),
    }
  })
  const { data } = await supabase.rpc('send_proposals', { p_proposals: letters }).throwOnError()
  const revisions = z.record(z.string(), z.int().nullable()).parse(data)
  return shared.flatMap(({ times, ...call }) => {
    const revision = revisions[call.id]
    return revision ? [{ ...call, revision, times: times.length }] : []
  })
}
