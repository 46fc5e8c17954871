import 'server-only'
import { busyAt, listBusy } from '../calendars/queries'
import { describeError } from '../describe-error'
import { addDays, dateAt, siteDates, STUDIO_ZONE, timeAt, withoutSeconds, timesOverlap } from '../dates'
import { readAll } from '../supabase/read-all'
import { sessionClient } from '../supabase/server'
import type { BookedTime, RecurringSlot, Slot } from './slot'

// Row-level security shows these rows only to admins. Each function throws the database server's errors.

function toSlot({ id, start_time, end_time }: { id: string; start_time: string; end_time: string }): Slot {
  return { id, start_time: withoutSeconds(start_time), end_time: withoutSeconds(end_time) }
}

/** From today on, by date. A closed date lists only the slots that it still offers. */
export async function listExceptions() {
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
    .map((row) => ({ ...toSlot(row.time_slots), date: row.date, isAvailable: row.is_available }))
  return { slots, closedDates: closures }
}
export type Exceptions = Awaited<ReturnType<typeof listExceptions>>

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
    .map((row) => ({ ...toSlot(row.time_slots), weekday: row.day_of_week, isAvailable: row.is_available }))
    .toSorted((a, b) => a.weekday - b.weekday || compareSlots(a, b))
}

export async function listSlots(): Promise<Slot[]> {
  const supabase = await sessionClient()
  const rows = await readAll((from, to) =>
    supabase
      .from('time_slots')
      .select('id, start_time, end_time')
      .order('start_time')
      .order('end_time')
      .range(from, to),
  )
  return rows.map(toSlot)
}

export async function listPresets(): Promise<number[]> {
  const supabase = await sessionClient()
  const rows = await readAll((from, to) =>
    supabase.from('time_slot_presets').select('duration_minutes').order('duration_minutes').range(from, to),
  )
  return rows.map((preset) => preset.duration_minutes)
}

async function listSlotsOnDate(date: string) {
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('get_all_slots_for_date', { p_date: date }).throwOnError()
  return data.map((row) => ({ ...toSlot(row), isAvailable: row.is_available, isBooked: row.is_booked }))
}

/** `otherBookings` overlap no slot. If bookings or calendars cannot be read, the result has none. */
export async function readDateHours(date: string) {
  const [slots, bookings, busy] = await Promise.all([
    listSlotsOnDate(date),
    // If the bookings cannot be read, a booked slot still shows as booked, but without the visitor's name.
    listBookedTimes(date).catch((error: unknown) => {
      console.error('admin: the bookings of a date could not be read.', describeError(error))
      return []
    }),
    listBusy(date).catch((error: unknown) => {
      console.error('admin: the busy times of a date could not be read.', describeError(error))
      return []
    }),
  ])
  const now = new Date()
  const isPast = ({ start_time }: Slot) => date + start_time <= dateAt(now) + timeAt(now, STUDIO_ZONE)
  return {
    slots: slots.map((slot) => ({
      ...slot,
      isPast: isPast(slot),
      bookings: bookings.filter((booking) => timesOverlap(slot, booking)),
      busy: busyAt(busy, { date, ...slot }),
    })),
    otherBookings: bookings.filter((booking) => !slots.some((slot) => timesOverlap(slot, booking))),
  }
}

export type DateHours = Awaited<ReturnType<typeof readDateHours>>

async function listBookedTimes(date: string): Promise<BookedTime[]> {
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

/** Each day of a month (`YYYY-MM`): free times, bookings, and differences from the weekday. */
export async function listDays(month: string) {
  const today = dateAt()
  const { last } = siteDates(today)
  const first = `${month}-01`
  const end = addDays(first, 30) // the whole month, and up to three days of the next
  const supabase = await sessionClient()
  const range = { p_from: first < today ? today : first, p_to: end < last ? end : last }
  return (await supabase.rpc('get_days', range).throwOnError()).data
}
export type Day = Awaited<ReturnType<typeof listDays>>[number]

export async function hasHours(): Promise<boolean> {
  const supabase = await sessionClient()
  const [weekly, dates] = await Promise.all([
    supabase.from('recurring_availability').select('time_slot_id').limit(1).throwOnError(),
    supabase.from('availability').select('date').gte('date', dateAt()).limit(1).throwOnError(),
  ])
  return weekly.data.length + dates.data.length > 0
}

function compareSlots(a: Slot, b: Slot): number {
  return a.start_time.localeCompare(b.start_time) || a.end_time.localeCompare(b.end_time)
}
