import 'server-only'
import { adminClient } from '../supabase/auth'
import { UserError } from '../user-error'
import { dateAt } from '../dates'
import type {
  AvailabilityEntry,
  DateRange,
  Removed,
  SlotOnWeekday,
  SlotOnDate,
  SlotRemoval,
  SlotTimes,
  WholeDate,
} from './schema'
import { minutesBetween } from './time-rows'
import { WeekdayChanged } from './weekday-changed'

// Each function throws `AccessError` for anybody but admins, and the server's error or a `UserError` when it fails.

type Client = Awaited<ReturnType<typeof adminClient>>

const NO_ROW = 'PGRST116'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const NOT_FOUND = 'It no longer exists.'

/** Saves the availability form: finds or creates each slot, then writes all rows or none. Bookings are not changed. */
export async function saveAvailability(entry: AvailabilityEntry): Promise<void> {
  const supabase = await adminClient()
  const slotIds: string[] = []
  for (const slot of entry.slots) slotIds.push(await findOrCreateSlot(supabase, slot))

  if (entry.kind === 'one-off') {
    const rows = slotIds.map((slotId) => exceptionRow({ date: entry.date, slotId, isAvailable: true }))
    const { error } = await supabase.from('availability').upsert(rows, { onConflict: 'date,time_slot_id' })
    if (error) throw staffError('Error saving one-off availability', error)
    return
  }
  const { error } =
    entry.kind === 'weekday'
      ? await supabase.rpc('replace_recurring_availability', {
          p_day_of_week: entry.weekday,
          p_time_slot_ids: slotIds,
          p_seen_ids: entry.seen,
        })
      : await supabase.from('recurring_availability').upsert(
          entry.weekdays.flatMap((weekday) =>
            slotIds.map((slotId) => recurringRow({ weekday, slotId, isAvailable: true })),
          ),
          { onConflict: 'day_of_week,time_slot_id' },
        )
  if (entry.kind === 'weekday' && error?.message === 'weekday_changed')
    throw new WeekdayChanged(entry.weekday, error)
  if (error) throw staffError('Error saving recurring availability', error)
}

/** Switches one slot on or off on one date. Throws when the date no longer has it. */
export async function setSlotOnDate({ date, slotId, isAvailable }: SlotOnDate): Promise<void> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('set_slot_availability', {
    p_date: date,
    p_time_slot_id: slotId,
    p_is_available: isAvailable,
  })
  if (error?.message === 'slot_gone') throw new UserError('Failed to update availability', NOT_FOUND)
  if (error) throw error
}

/** Closes a date, or opens it with every slot switched on. */
export async function setWholeDate({ date, isAvailable }: WholeDate): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('set_date_availability', { p_date: date, p_is_available: isAvailable }).throwOnError()
}

/** Closes each date of the range with a reason. Returns how many were open before. */
export async function closeDates({ from, to }: DateRange, reason: string): Promise<number> {
  const supabase = await adminClient()
  const range = { p_from: from, p_to: to, p_reason: reason }
  return (await supabase.rpc('close_dates', range).throwOnError()).data
}

/** Opens each closed date of the range, with the slots it had before. Returns how many. */
export async function reopenDates({ from, to }: DateRange): Promise<number> {
  const supabase = await adminClient()
  return (await supabase.rpc('reopen_dates', { p_from: from, p_to: to }).throwOnError()).data
}

/** Resets a date to its weekday's pattern. */
export async function resetDate(date: string): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('reset_date', { p_date: date }).throwOnError()
}

/** Switches one slot of a weekday on or off. Throws when the weekday no longer has it. */
export async function setSlotOnWeekday({ weekday, slotId, isAvailable }: SlotOnWeekday): Promise<void> {
  const supabase = await adminClient()
  const { data } = await supabase
    .from('recurring_availability')
    .update({ is_available: isAvailable, updated_at: new Date().toISOString() })
    .match({ day_of_week: weekday, time_slot_id: slotId })
    .select('time_slot_id')
    .throwOnError()
  if (data.length === 0) throw new UserError('Failed to update recurring availability', NOT_FOUND)
}

/** Removes one slot from a weekday. Returns what `restore` needs to undo that. */
export async function removeSlotFromWeekday({ weekday, slotId }: SlotRemoval): Promise<Removed> {
  const slots = await removeRecurring({ day_of_week: weekday, time_slot_id: slotId })
  if (slots.length === 0) throw new UserError('Failed to delete recurring pattern.', NOT_FOUND)
  return { weekday, slots }
}

/** Removes every slot from a weekday. Returns what `restore` needs to undo that. */
export async function clearWeekday(weekday: number): Promise<Removed> {
  return { weekday, slots: await removeRecurring({ day_of_week: weekday }) }
}

/** Undoes a removal. Rows that exist again by now are not overwritten. */
export async function restore(removed: Removed): Promise<void> {
  const supabase = await adminClient()
  const slotId = 'slot' in removed ? await findOrCreateSlot(supabase, removed.slot) : ''
  const rows =
    'slot' in removed
      ? removed.weekdays.map((row) => recurringRow({ ...row, slotId }))
      : removed.slots.map((slot) => recurringRow({ ...slot, weekday: removed.weekday }))
  await supabase
    .from('recurring_availability')
    .upsert(rows, { onConflict: 'day_of_week,time_slot_id', ignoreDuplicates: true })
    .throwOnError()
  if (!('slot' in removed) || removed.dates.length === 0) return
  const dates = removed.dates.map((row) => exceptionRow({ ...row, slotId }))
  await supabase
    .from('availability')
    .upsert(dates, { onConflict: 'date,time_slot_id', ignoreDuplicates: true })
    .throwOnError()
}

/** Creates a slot. Does nothing when there is one with these times. */
export async function createSlot(slot: SlotTimes): Promise<void> {
  const supabase = await adminClient()
  const { error } = await insertSlot(supabase, slot)
  if (error && error.code !== UNIQUE_VIOLATION) throw error
}

/**
 * Deletes a slot, and with it its rows of weekdays and dates. Throws a `UserError` when a booking refers to it. Returns what `restore` needs
 * to undo that, without one-off times on closed dates, because restoring them would open those dates.
 */
export async function deleteSlot(slotId: string): Promise<Removed> {
  const supabase = await adminClient()
  const [weekdays, dates, closed] = await Promise.all([
    supabase
      .from('recurring_availability')
      .select('day_of_week, is_available')
      .eq('time_slot_id', slotId)
      .throwOnError(),
    supabase
      .from('availability')
      .select('date, is_available, overrides_closure')
      .eq('time_slot_id', slotId)
      .gte('date', dateAt())
      .throwOnError(),
    supabase.from('closed_dates').select('date').gte('date', dateAt()).throwOnError(),
  ])
  const { data, error } = await supabase
    .from('time_slots')
    .delete()
    .eq('id', slotId)
    .select('start_time, end_time')
  if (error?.code === FOREIGN_KEY_VIOLATION) {
    throw new UserError('Failed to delete time slot. It might be in use.')
  }
  if (error) throw error
  const [slot] = data
  if (!slot) throw new UserError('Failed to delete time slot.', NOT_FOUND)
  const closedDates = new Set(closed.data.map(({ date }) => date))
  return {
    slot: { start: slot.start_time.slice(0, 5), end: slot.end_time.slice(0, 5) },
    weekdays: weekdays.data.map((row) => ({ weekday: row.day_of_week, isAvailable: row.is_available })),
    dates: dates.data
      .filter((row) => !row.is_available || row.overrides_closure || !closedDates.has(row.date))
      .map((row) => ({ date: row.date, isAvailable: row.is_available })),
  }
}

async function removeRecurring(match: { day_of_week: number; time_slot_id?: string }) {
  const { data } = await (
    await adminClient()
  )
    .from('recurring_availability')
    .delete()
    .match(match)
    .select('time_slot_id, is_available')
    .throwOnError()
  return data.map((row) => ({ slotId: row.time_slot_id, isAvailable: row.is_available }))
}

async function findOrCreateSlot(supabase: Client, slot: SlotTimes): Promise<string> {
  const found = await findSlot(supabase, slot)
  if (found.data) return found.data.id
  if (found.error.code !== NO_ROW) throw staffError('Error finding time slot', found.error)

  const created = await insertSlot(supabase, slot).select('id').single()
  if (created.data) return created.data.id
  if (created.error.code !== UNIQUE_VIOLATION) throw staffError('Error creating time slot', created.error)

  // Another admin created the same slot between the two calls.
  const again = await findSlot(supabase, slot)
  if (again.error) throw staffError('Error finding time slot', again.error)
  return again.data.id
}

function findSlot(supabase: Client, { start, end }: SlotTimes) {
  const slots = supabase.from('time_slots').select('id')
  return slots.match({ start_time: start, end_time: end }).single().retry(false)
}

function insertSlot(supabase: Client, { start, end }: SlotTimes) {
  return supabase
    .from('time_slots')
    .insert({ start_time: start, end_time: end, duration_minutes: minutesBetween(start, end) })
}

function exceptionRow({ date, slotId, isAvailable }: SlotOnDate) {
  return { date, time_slot_id: slotId, is_available: isAvailable, updated_at: new Date().toISOString() }
}

function recurringRow({ weekday, slotId, isAvailable }: SlotOnWeekday) {
  const row = { day_of_week: weekday, time_slot_id: slotId, is_available: isAvailable }
  return { ...row, updated_at: new Date().toISOString() }
}

// The availability form shows the server's message, because only admins see it.
function staffError(title: string, cause: { message: string }): UserError {
  return new UserError(cause.message, undefined, title, { cause })
}
