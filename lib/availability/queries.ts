import 'server-only'
import { describeError } from '../describe-error'
import { addDays, dateAt, STUDIO_ZONE, timeAt } from '../dates'
import { readAll } from '../supabase/read-all'
import { sessionClient } from '../supabase/server'
import { datesOfMonth } from './chosen-date'
import {
  type DateSchedule,
  type DateSlot,
  type Day,
  type Exceptions,
  type HeldTime,
  OUTLOOK_DAYS,
  type RecurringSlot,
  type Shortage,
  type Slot,
} from './schedule'

// Row-level security gives these rows to admins only. Each function throws the server's error.

interface SlotRow {
  id: string
  start_time: string
  end_time: string
}

function toSlot({ id, start_time, end_time }: SlotRow): Slot {
  return { id, startTime: start_time.slice(0, 5), endTime: end_time.slice(0, 5) }
}

/** How dates from today on differ from their weekdays. */
export async function listExceptions(): Promise<Exceptions> {
  const supabase = await sessionClient()
  const [rows, closures] = await Promise.all([
    readAll((from, to) =>
      supabase
        .from('availability')
        .select('date, is_available, overrides_closure, time_slots (id, start_time, end_time)')
        .gte('date', dateAt())
        .order('date')
        .order('time_slot_id')
        .range(from, to),
    ),
    readAll((from, to) =>
      supabase
        .from('closed_dates')
        .select('date, reason')
        .gte('date', dateAt())
        .order('date')
        .range(from, to),
    ),
  ])
  const closed = new Set(closures.map(({ date }) => date))
  const slots = rows
    .filter((row) => !closed.has(row.date) || row.overrides_closure)
    .map((row) => ({ date: row.date, slot: toSlot(row.time_slots), isAvailable: row.is_available }))
  return { slots, closedDates: closures }
}

/** The weekly pattern, by weekday and start time. */
export async function listRecurring(): Promise<RecurringSlot[]> {
  const supabase = await sessionClient()
  const rows = await readAll((from, to) =>
    supabase
      .from('recurring_availability')
      .select('day_of_week, is_available, time_slots (id, start_time, end_time)')
      .order('day_of_week')
      .order('time_slot_id')
      .range(from, to),
  )
  return rows
    .map((row) => ({ weekday: row.day_of_week, slot: toSlot(row.time_slots), isAvailable: row.is_available }))
    .toSorted((a, b) => a.weekday - b.weekday || compareSlots(a.slot, b.slot))
}

/** All slots, by start time. */
export async function listSlots(): Promise<Slot[]> {
  const supabase = await sessionClient()
  const rows = await readAll((from, to) =>
    supabase
      .from('time_slots')
      .select('id, start_time, end_time')
      .order('start_time')
      .order('id')
      .range(from, to),
  )
  return rows.map(toSlot).toSorted(compareSlots)
}

/** The durations that the availability form offers, in minutes, shortest first. */
export async function listPresets(): Promise<number[]> {
  const supabase = await sessionClient()
  const rows = await readAll((from, to) =>
    supabase.from('time_slot_presets').select('duration_minutes').order('duration_minutes').range(from, to),
  )
  return rows.map((preset) => preset.duration_minutes)
}

/** The slots of a date, from its weekday and its exceptions, by start time. */
export async function listSlotsOnDate(date: string): Promise<DateSlot[]> {
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('get_all_slots_for_date', { p_date: date }).throwOnError()
  return data.map((row) => ({ ...toSlot(row), isAvailable: row.is_available, isBooked: row.is_booked }))
}

/** The slots of a date, by start time, each with its bookings. When only the bookings cannot be read, they are left out. */
export async function readSchedule(date: string): Promise<DateSchedule> {
  const [slots, bookings] = await Promise.all([
    listSlotsOnDate(date),
    // Without them each slot still shows whether it is booked, but not by whom.
    listHeldTimes(date).catch((error: unknown) => {
      console.error('admin: the bookings of a date could not be read.', describeError(error))
      return []
    }),
  ])
  const now = new Date()
  const isPast = ({ startTime }: Slot) => date + startTime <= dateAt(now) + timeAt(now, STUDIO_ZONE)
  return {
    slots: slots.map((slot) => ({
      ...slot,
      isPast: isPast(slot),
      bookings: bookings.filter((booking) => overlap(slot, booking)),
    })),
    otherBookings: bookings.filter((booking) => !slots.some((slot) => overlap(slot, booking))),
  }
}

/** The bookings of a date that are not cancelled, by start time. */
async function listHeldTimes(date: string): Promise<HeldTime[]> {
  const supabase = await sessionClient()
  const { data } = await supabase
    .from('bookings')
    .select('id, name, date, time_slots (id, start_time, end_time)')
    .eq('date', date)
    .neq('status', 'cancelled')
    .throwOnError()
  return data
    .map(({ time_slots, ...booking }) => ({ ...toSlot(time_slots), ...booking }))
    .toSorted((a, b) => compareSlots(a, b))
}

/** The dates of a month (`YYYY-MM`) that can be chosen, with their numbers of free times and bookings. */
export async function listDays(month: string): Promise<Day[]> {
  const { from, to } = datesOfMonth(month, dateAt())
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('get_days', { p_from: from, p_to: to }).throwOnError()
  return data.map(({ is_closed: isClosed, is_changed: isChanged, ...day }) => ({
    ...day,
    isClosed,
    isChanged,
  }))
}

/** With at least this many free times there is no shortage. */
const ENOUGH = 3

/** The shortage of the next {@link OUTLOOK_DAYS} days: null while at least three times can be booked. */
export async function findShortage(): Promise<Shortage | null> {
  const supabase = await sessionClient()
  const days = Array.from({ length: OUTLOOK_DAYS }, (_, index) => addDays(dateAt(), index + 1))
  const range = { p_from: addDays(dateAt(), 1), p_to: addDays(dateAt(), OUTLOOK_DAYS) }
  const { data } = await supabase.rpc('get_available_slots', range).throwOnError()
  if (data.length >= ENOUGH) return null
  const slots = (await Promise.all(days.map(listSlotsOnDate))).flat()
  const off = slots.filter((slot) => !slot.isAvailable).length
  return { free: data.length, off, taken: slots.filter((slot) => slot.isAvailable && slot.isBooked).length }
}

type Times = Pick<Slot, 'startTime' | 'endTime'>

function overlap(a: Times, b: Times): boolean {
  return a.startTime < b.endTime && b.startTime < a.endTime
}

function compareSlots(a: Times, b: Times): number {
  return a.startTime.localeCompare(b.startTime) || a.endTime.localeCompare(b.endTime)
}
