import 'server-only'
import { adminClient } from '../supabase/auth'
import { UserError } from '../user-error'
import { dateAt, withoutSeconds } from '../dates'
import type { TimeRange } from './schedule'
import type * as schema from './schema'
import { minutesBetween } from './time-rows'
import { WeekdayChanged } from './weekday-changed'

// Each function throws an `AccessError` unless the caller is an admin. On failure, each throws the database
// server's error or a `UserError`.

type Client = Awaited<ReturnType<typeof adminClient>>

const FOREIGN_KEY_VIOLATION = '23503'
const NOT_FOUND = 'It no longer exists.'

/**
 * Saves the availability form: finds or creates each slot, then writes all rows or none. Bookings stay
 * unchanged.
 */
export async function saveAvailability(entry: schema.AvailabilityEntry): Promise<void> {
  const supabase = await adminClient()
  const slotIds = await findOrCreateSlots(supabase, entry.slots)
  const updated_at = new Date().toISOString()
  const rows = slotIds.map((time_slot_id) => ({ time_slot_id, is_available: true, updated_at }))
  const { error } =
    entry.kind === 'one-off'
      ? await supabase.from('availability').upsert(rows.map((row) => ({ ...row, date: entry.date })))
      : entry.kind === 'recurring'
        ? await supabase
            .from('recurring_availability')
            .upsert(entry.weekdays.flatMap((day_of_week) => rows.map((row) => ({ ...row, day_of_week }))))
        : entry.kind === 'copy'
          ? await supabase.rpc('copy_recurring_availability', {
              p_time_slot_ids: slotIds,
              p_seen_ids: Object.fromEntries(entry.seen),
            })
          : await supabase.rpc('replace_recurring_availability', {
              p_day_of_week: entry.weekday,
              p_time_slot_ids: slotIds,
              p_seen_ids: entry.slotIds,
            })
  if (error?.message === 'weekday_changed')
    throw new WeekdayChanged(entry.kind === 'weekday' ? entry.weekday : Number(error.hint), error)
  const kind = entry.kind === 'one-off' ? 'one-off' : 'recurring'
  if (error) throw toUserError(`Error saving ${kind} availability`, error)
}

/** Switches a slot on or off on one date. Throws if the date no longer has the slot. */
export async function setSlotOnDate({ date, slotId, isAvailable }: schema.SlotOnDate): Promise<void> {
  const supabase = await adminClient()
  const change = { p_date: date, p_time_slot_id: slotId, p_is_available: isAvailable }
  const { error } = await supabase.rpc('set_slot_availability', change)
  if (error?.message === 'slot_gone') throw new UserError('Failed to update availability', NOT_FOUND)
  if (error) throw error
}

/** Closes a date, or opens it with every slot switched on. */
export async function setWholeDate({ date, isAvailable }: schema.WholeDate): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('set_date_availability', { p_date: date, p_is_available: isAvailable }).throwOnError()
}

/** Closes each date of the range with a reason. Returns the number of dates that were open before. */
export async function closeDates({ from, to }: schema.DateRange, reason: string): Promise<number> {
  const supabase = await adminClient()
  const range = { p_from: from, p_to: to, p_reason: reason }
  return (await supabase.rpc('close_dates', range).throwOnError()).data
}

/** Returns the closed dates of the range, with their reasons and when they were closed. */
export async function listClosed({ from, to }: schema.DateRange) {
  const rows = (await adminClient()).from('closed_dates').select('date, reason, closed_at')
  return (await rows.gte('date', from).lte('date', to).order('date').throwOnError()).data
}

/**
 * Opens each closed date of the range, with the slots that it had before. With a `reason`, opens only dates
 * closed for this reason ('' for none). Returns the number of opened dates.
 */
export async function reopenDates({ from, to }: schema.DateRange, reason?: string): Promise<number> {
  const supabase = await adminClient()
  const range = { p_from: from, p_to: to, p_reason: reason }
  return (await supabase.rpc('reopen_dates', range).throwOnError()).data
}

/**
 * Resets a date to its weekday's slots. Returns the date's previous state, with which `restoreDates` undoes
 * the reset.
 */
export async function resetDate(date: string): Promise<Required<schema.OpenedDates>> {
  const supabase = await adminClient()
  const own = supabase.from('availability').select('date, time_slot_id, is_available, overrides_closure')
  const [closed, { data: slots }] = await Promise.all([
    listClosed({ from: date, to: date }),
    own.eq('date', date).throwOnError(),
  ])
  await supabase.rpc('reset_date', { p_date: date }).throwOnError()
  return { closed, slots }
}

/**
 * Undoes {@link reopenDates} and {@link resetDate}: closes the dates and restores their slots, except slots
 * that an admin has set since.
 */
export async function restoreDates({ closed, slots = [] }: schema.OpenedDates): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('restore_dates', { p_closed: closed, p_slots: slots }).throwOnError()
}

/** Switches a slot on or off on one weekday. Throws if the weekday no longer has the slot. */
export async function setSlotOnWeekday({
  weekday,
  slotId,
  isAvailable,
}: schema.SlotOnWeekday): Promise<void> {
  const supabase = await adminClient()
  const change = { is_available: isAvailable, updated_at: new Date().toISOString() }
  const slot = { day_of_week: weekday, time_slot_id: slotId }
  const rows = supabase.from('recurring_availability').update(change).match(slot)
  const { data } = await rows.select('time_slot_id').throwOnError()
  if (data.length === 0) throw new UserError('Failed to update recurring availability', NOT_FOUND)
}

/**
 * Removes these slots from a weekday. Returns the input of `restore` for the undo. Throws if the weekday has
 * none of these slots.
 */
export async function removeFromWeekday(weekday: number, slotIds: string[]): Promise<schema.Removed> {
  const rows = (await adminClient()).from('recurring_availability').delete().eq('day_of_week', weekday)
  const { data } = await rows
    .in('time_slot_id', slotIds)
    .select('day_of_week, time_slot_id, is_available')
    .throwOnError()
  if (data.length === 0) throw new UserError('Failed to delete recurring pattern.', NOT_FOUND)
  return { weekdays: data, dates: [] }
}

/** Undoes {@link removeFromWeekday} and {@link deleteSlot}. Keeps rows that were added again since. */
export async function restore({ slot, weekdays, dates }: schema.Removed): Promise<void> {
  const supabase = await adminClient()
  // A deleted slot comes back under a new id.
  const [time_slot_id] = slot ? await findOrCreateSlots(supabase, [slot]) : []
  const renew = <Row>(rows: Row[]) => rows.map((row) => ({ ...row, ...(time_slot_id && { time_slot_id }) }))
  const options = { ignoreDuplicates: true }
  await supabase.from('recurring_availability').upsert(renew(weekdays), options).throwOnError()
  await supabase.from('availability').upsert(renew(dates), options).throwOnError()
}

/** Creates a slot. Returns false if a slot with these times exists. */
export async function createSlot(slot: TimeRange): Promise<boolean> {
  const { data } = await insertSlots(await adminClient(), [slot])
    .select('id')
    .throwOnError()
  return data.length > 0
}

/**
 * Deletes a slot and its rows of weekdays and dates. Returns the input of `restore` for the undo, without
 * one-off times on closed dates, because restoring one would open the date. Throws a `UserError` if a booking
 * refers to the slot.
 */
export async function deleteSlot(slotId: string): Promise<schema.Removed> {
  const supabase = await adminClient()
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
  const deleted = supabase.from('time_slots').delete().eq('id', slotId)
  const { data, error } = await deleted.select('start_time, end_time')
  if (error?.code === FOREIGN_KEY_VIOLATION)
    throw new UserError('Failed to delete time slot. It might be in use.')
  if (error) throw error
  const [slot] = data
  if (!slot) throw new UserError('Failed to delete time slot.', NOT_FOUND)
  const closedDates = new Set(closed.data.map(({ date }) => date))
  return {
    slot: { start_time: withoutSeconds(slot.start_time), end_time: withoutSeconds(slot.end_time) },
    weekdays: weekdays.data,
    dates: dates.data.filter(
      (row) => !row.is_available || row.overrides_closure || !closedDates.has(row.date),
    ),
  }
}

/** Returns the ids of the slots with these times. Creates missing slots. */
async function findOrCreateSlots(supabase: Client, slots: TimeRange[]): Promise<string[]> {
  const { error } = await insertSlots(supabase, slots)
  if (error) throw toUserError('Error creating time slot', error)
  return Promise.all(
    slots.map(async ({ start_time, end_time }) => {
      const found = supabase.from('time_slots').select('id').match({ start_time, end_time })
      const { data, error } = await found.single().retry(false)
      if (error) throw toUserError('Error finding time slot', error)
      return data.id
    }),
  )
}

function insertSlots(supabase: Client, slots: TimeRange[]) {
  return supabase.from('time_slots').upsert(
    slots.map(({ start_time, end_time }) => ({
      start_time,
      end_time,
      duration_minutes: minutesBetween(start_time, end_time),
    })),
    { onConflict: 'start_time,end_time', ignoreDuplicates: true },
  )
}

// The availability form shows the database's own message, because only admins see the form.
function toUserError(title: string, cause: { message: string }): UserError {
  return new UserError(cause.message, undefined, title, { cause })
}
