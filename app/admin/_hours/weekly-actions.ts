'use server'

import { z } from 'zod'
import { findOrCreateSlots, toUserError } from '@/lib/hours/commands'
import { findImpact, findImpacts, findSlotsLeftOut, includesOthers } from '@/lib/hours/impact'
import { weekdays } from '@/lib/hours/slot'
import { agreed, type HoursEntry, hoursForm, id, parseHours, type Removed, weekday } from '@/lib/hours/schema'
import { WeekdayChanged } from '@/lib/hours/weekday-changed'
import { errorSentences } from '@/lib/content/database-errors'
import type { AdminClient } from '@/lib/supabase/auth'
import { UserError } from '@/lib/user-error'
import { adminAction } from '../admin-action'
import { describeSlot } from './describe-slot'
import { impactQuestion } from './impact-question'

const NOT_UPDATED = 'Failed to update recurring availability'
const NOT_DELETED = 'Failed to delete recurring pattern.'

/** All or nothing. Bookings stay unchanged. */
export const saveHours = adminAction(
  hoursForm,
  'Failed to update availability',
  async ({ agreed, ...form }, supabase) => {
    const entry = parseHours(form)
    if ('problem' in entry) return { kind: 'invalid', ...entry }
    const found = await findImpactOfForm(entry)
    if (found && includesOthers(found.bookings, agreed)) {
      const words = { title: 'Take these times away?', yes: 'Save availability' }
      return impactQuestion(found, words, ['saveHours', form])
    }
    const { error } = await save(entry, supabase)
    if (error?.message === 'weekday_changed')
      throw new WeekdayChanged(entry.kind === 'weekday' ? entry.weekday : Number(error.hint), error)
    const kind = entry.kind === 'one-off' ? 'one-off' : 'recurring'
    if (error) throw toUserError(`Error saving ${kind} availability`, error)
    return 'Availability has been updated.'
  },
)

/** Null if the form only adds times. */
async function findImpactOfForm(entry: HoursEntry) {
  const replaced =
    entry.kind === 'weekday'
      ? [[entry.weekday, entry.slotIds] as const]
      : entry.kind === 'copy'
        ? [...entry.seen]
        : []
  const scopes = replaced.map(async ([weekday, seen]) => ({
    weekday,
    slotIds: await findSlotsLeftOut(seen, entry.slots),
  }))
  return scopes.length > 0 ? findImpacts(await Promise.all(scopes)) : null
}

async function save(entry: HoursEntry, supabase: AdminClient) {
  const slotIds = await findOrCreateSlots(supabase, entry.slots)
  const updated_at = new Date().toISOString()
  const rows = slotIds.map((time_slot_id) => ({ time_slot_id, is_available: true, updated_at }))
  const onWeekday = (day_of_week: number) => rows.map((row) => ({ ...row, day_of_week }))
  const p_time_slot_ids = slotIds
  switch (entry.kind) {
    case 'one-off':
      return supabase.from('availability').upsert(rows.map((row) => ({ ...row, date: entry.date })))
    case 'recurring':
      return supabase.from('recurring_availability').upsert(entry.weekdays.flatMap(onWeekday))
    case 'copy': {
      const p_seen_ids = Object.fromEntries(entry.seen)
      return supabase.rpc('copy_recurring_availability', { p_time_slot_ids, p_seen_ids })
    }
    case 'weekday': {
      const seen = { p_day_of_week: entry.weekday, p_seen_ids: entry.slotIds }
      return supabase.rpc('replace_recurring_availability', { ...seen, p_time_slot_ids })
    }
  }
}

const slotOnWeekday = z.object({ weekday, slotId: id, isAvailable: z.boolean(), agreed })

export const setSlotOnWeekday = adminAction(slotOnWeekday, NOT_UPDATED, async (input, supabase) => {
  const { agreed, ...change } = input
  const { weekday, slotId, isAvailable } = change
  const found = isAvailable ? null : await findImpact({ weekday, slotIds: [slotId] })
  if (found && includesOthers(found.bookings, agreed)) {
    const title = `Disable ${await describeSlot(slotId)} on ${weekdays[weekday]}s?`
    return impactQuestion(found, { title, yes: 'Disable' }, ['setSlotOnWeekday', change])
  }
  const row = { is_available: isAvailable, updated_at: new Date().toISOString() }
  const slot = { day_of_week: weekday, time_slot_id: slotId }
  const changed = supabase.from('recurring_availability').update(row).match(slot)
  const { data } = await changed.select('time_slot_id').throwOnError()
  if (data.length === 0) return { kind: 'failed', failed: NOT_UPDATED, detail: errorSentences.slot_gone }
  return 'Recurring availability updated successfully.'
})

const slotOfWeekday = z.object({ weekday, slotId: id, agreed })

export const removeSlotFromWeekday = adminAction(slotOfWeekday, NOT_DELETED, async (slot, supabase) => {
  const { weekday, slotId, agreed } = slot
  const found = await findImpact({ weekday, slotIds: [slotId] })
  if (includesOthers(found.bookings, agreed)) {
    const title = `Take ${await describeSlot(slotId)} out of ${weekdays[weekday]}s?`
    return impactQuestion(found, { title, yes: 'Delete' }, ['removeSlotFromWeekday', { weekday, slotId }])
  }
  const removed = await removeFromWeekday(supabase, weekday, [slotId])
  const message = 'Recurring pattern deleted successfully.'
  return { kind: 'done', message, undo: ['restoreRemoved', removed] }
})

const wholeWeekday = z.object({ weekday, slotIds: z.array(id).max(288), agreed }) // one per five minutes

/** Removes only the slots that the admin saw. Always asks first. */
export const clearWeekday = adminAction(wholeWeekday, NOT_DELETED, async (whole, supabase) => {
  const { weekday, slotIds, agreed } = whole
  const day = weekdays[weekday] ?? ''
  const found = await findImpact({ weekday, slotIds })
  if (!agreed || includesOthers(found.bookings, agreed)) {
    const times =
      slotIds.length === 1 ? `The only time of ${day} goes` : `All ${slotIds.length} times of ${day} go`
    const explain = `${times}. Exceptions on single dates stay.`
    const words = { title: `Delete all of ${day}?`, yes: `Delete ${day}`, explain }
    return impactQuestion(found, words, ['clearWeekday', { weekday, slotIds }])
  }
  const removed = await removeFromWeekday(supabase, weekday, slotIds)
  const message = `All recurring availability for ${day} has been deleted.`
  return { kind: 'done', message, undo: ['restoreRemoved', removed] }
})

/** Throws if the weekday has none of these slots. */
async function removeFromWeekday(
  supabase: AdminClient,
  weekday: number,
  slotIds: string[],
): Promise<Removed> {
  const rows = supabase.from('recurring_availability').delete().eq('day_of_week', weekday)
  const deleted = rows.in('time_slot_id', slotIds).select('day_of_week, time_slot_id, is_available')
  const { data } = await deleted.throwOnError()
  if (data.length === 0) throw new UserError(NOT_DELETED, errorSentences.slot_gone)
  return { weekdays: data, dates: [] }
}
