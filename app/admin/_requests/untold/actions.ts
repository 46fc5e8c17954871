'use server'

import { z } from 'zod'
import { callState } from '@/lib/requests/untold'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import { undoOf } from '../../action-result'
import { adminAction } from '../../admin-action'

const ids = z.array(z.guid()).min(1).max(1000)
const NOT_TOLD = 'Failed to tell them'

/** Mails where the calls take place now. */
export const tellVisitors = adminAction(ids, NOT_TOLD, async (calls, supabase) => {
  const { data: count } = await supabase.rpc('mail_location', { p_booking_ids: calls }).throwOnError()
  if (count === 0) {
    const detail = 'These calls are not confirmed any more, or have begun.'
    return { kind: 'failed', failed: NOT_TOLD, detail }
  }
  deliverAfterResponse()
  return count === 1 ? '1 visitor is being told by email' : `${count} visitors are being told by email`
})

const NOT_AGAIN = 'Failed to send again'

/** Skips mails whose booking has changed since, because their text is out of date. */
export const sendMailsAgain = adminAction(ids, NOT_AGAIN, async (mails, supabase) => {
  const { data: count } = await supabase.rpc('retry_mails', { p_ids: mails }).throwOnError()
  const left = 'not true any more, or it is being sent already.'
  if (count === 0) return { kind: 'failed', failed: NOT_AGAIN, detail: `What was to be said is ${left}` }
  deliverAfterResponse()
  const sent = count === 1 ? '1 email is being sent again' : `${count} emails are being sent again`
  return count === mails.length ? sent : `${sent}; what the rest say is ${left}`
})

const seenCall = z.object({ id: z.guid(), name: z.string().max(500), state: callState })
const people = z
  .array(z.object({ calls: z.array(seenCall).max(1000), mails: z.array(z.guid()).max(1000) }))
  .min(1)
  .max(1000)
/** By call id: the act's revision; `is_left` is true for a call that changed after the list was shown. */
const marked = z.record(z.string(), z.object({ revision: z.number().nullable(), is_left: z.boolean() }))

/** Fails for calls that changed since the list was shown: these people and their mails stay in the list. */
export const markTold = adminAction(people, 'Failed to take the notice away', async (told, supabase) => {
  const calls = told.flatMap((person) => person.calls)
  const p_seen = Object.fromEntries(calls.map(({ id, state }) => [id, state]))
  const { data } = await supabase
    .rpc('set_known', { p_booking_ids: calls.map(({ id }) => id), p_seen })
    .throwOnError()
  const results = marked.parse(data)
  const isChanged = ({ id }: { id: string }) => results[id]?.is_left ?? false
  const reached = told.filter((person) => !person.calls.some(isChanged))
  await supabase.rpc('dismiss_mails', { p_ids: reached.flatMap(({ mails }) => mails) }).throwOnError()
  const known = calls.filter((call) => !isChanged(call))
  const undo = undoOf(
    'told',
    known.map(({ id }) => ({ id, revision: results[id]?.revision || null })),
  )
  const changed = calls.filter(isChanged)
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(', ')
    const detail =
      changed.length === 1
        ? `The call of ${names} was changed since the list was read, and is listed as it stands now.`
        : `The calls of ${names} were changed since the list was read, and are listed as they stand now.`
    const failedIds = changed.map(({ id }) => id)
    return { kind: 'failed', failed: 'They do not all know how it stands now', detail, failedIds, undo }
  }
  const hasMails = told.some(({ mails }) => mails.length > 0)
  return {
    kind: 'done',
    message: calls.length > 0 ? 'Noted that they know' : 'Notice taken away',
    detail: undo && hasMails ? 'Undo lists the calls again, not the mails that failed.' : undefined,
    undo,
  }
})
