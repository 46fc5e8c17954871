'use server'

import { z } from 'zod'
import { findOrCreateSlots, insertSlots } from '@/lib/hours/commands'
import { findDeletionImpact, includesOthers } from '@/lib/hours/impact'
import { agreed, id, removed, slotTimes, timesProblem } from '@/lib/hours/schema'
import { dateAt, withoutSeconds } from '@/lib/dates'
import { errorSentences } from '@/lib/content/database-errors'
import type { AdminClient } from '@/lib/supabase/auth'
import { adminAction } from '../admin-action'
import { describeSlot, describeWhereUsed } from './describe-slot'
import { impactQuestion, inUseQuestion } from './impact-question'

const typedTimes = z.object({ start_time: z.string(), end_time: z.string() })
const NOT_CREATED = 'Failed to create time slot.'

export const createSlot = adminAction(typedTimes, NOT_CREATED, async (typed, supabase) => {
  const slot = slotTimes.safeParse(typed)
  if (!slot.success) return { kind: 'invalid', problem: timesProblem(slot.error), field: 'slot' }
  const { data } = await insertSlots(supabase, [slot.data]).select('id').throwOnError()
  if (data.length === 0) return { kind: 'invalid', problem: 'This time slot exists already.', field: 'slot' }
  return 'Time slot created successfully.'
})

const NOT_DELETED = 'Failed to delete time slot.'
const FOREIGN_KEY_VIOLATION = '23503'

const oneSlot = z.object({ slotId: id, agreed })

/** Refuses a slot to which any booking refers, past or future. Always asks first. */
export const deleteSlot = adminAction(oneSlot, NOT_DELETED, async ({ slotId, agreed }, supabase) => {
  const found = await findDeletionImpact(slotId)
  if (!agreed || includesOthers(found.bookings, agreed)) {
    const time = await describeSlot(slotId)
    if (found.isInUse) return { kind: 'question', question: inUseQuestion(found, time) }
    const explain = await describeWhereUsed(slotId)
    const words = { title: `Delete ${time}?`, yes: 'Delete time slot', explain }
    return impactQuestion(found, words, ['deleteSlot', { slotId }])
  }
  const rows = await findRowsOf(slotId, supabase)
  const deleted = supabase.from('time_slots').delete().eq('id', slotId)
  const { data, error } = await deleted.select('start_time, end_time')
  if (error?.code === FOREIGN_KEY_VIOLATION)
    return { kind: 'failed', failed: 'Failed to delete time slot. It might be in use.' }
  if (error) throw error
  const [slot] = data
  if (!slot) return { kind: 'failed', failed: NOT_DELETED, detail: errorSentences.slot_gone }
  const times = { start_time: withoutSeconds(slot.start_time), end_time: withoutSeconds(slot.end_time) }
  const undo = ['restoreRemoved', { slot: times, ...rows }] satisfies [string, unknown]
  return { kind: 'done', message: 'Time slot deleted successfully.', undo }
})

/** Without one-off times on closed dates, because restoring one would open the date. */
async function findRowsOf(slotId: string, supabase: AdminClient) {
  const pattern = supabase.from('recurring_availability').select('day_of_week, time_slot_id, is_available')
  const exceptions = supabase
    .from('availability')
    .select('date, time_slot_id, is_available, overrides_closure')
    .gte('date', dateAt())
  const [weekdays, dates, closed] = await Promise.all([
    pattern.eq('time_slot_id', slotId).throwOnError(),
    exceptions.eq('time_slot_id', slotId).throwOnError(),
    supabase.from('closed_dates').select('date').gte('date', dateAt()).throwOnError(),
  ])
  const closedDates = new Set(closed.data.map(({ date }) => date))
  const isKept = ({ date, is_available, overrides_closure }: (typeof dates.data)[number]) =>
    !is_available || overrides_closure || !closedDates.has(date)
  return { weekdays: weekdays.data, dates: dates.data.filter(isKept) }
}

/** Keeps rows that were added again since. */
export const restoreRemoved = adminAction(
  removed,
  'Failed to update recurring availability',
  async ({ slot, weekdays, dates }, supabase) => {
    // A deleted slot comes back under a new id.
    const [time_slot_id] = slot ? await findOrCreateSlots(supabase, [slot]) : []
    const renew = <Row>(rows: Row[]) => rows.map((row) => ({ ...row, ...(time_slot_id && { time_slot_id }) }))
    const options = { ignoreDuplicates: true }
    await supabase.from('recurring_availability').upsert(renew(weekdays), options).throwOnError()
    await supabase.from('availability').upsert(renew(dates), options).throwOnError()
    return 'Recurring availability updated successfully.'
  },
)
