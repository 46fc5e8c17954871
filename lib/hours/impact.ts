import 'server-only'
import { adminClient } from '../supabase/auth'
import { dateAt, weekdayOf, withoutSeconds } from '../dates'
import type { BookedTime, TimeRange } from './slot'
import { MAX_NAMED } from './schema'

/** The times that a change of the availability removes. */
export interface Scope {
  /** The first studio date; today by default. */
  from?: string
  /** The last studio date; no limit by default. */
  to?: string
  /** Only this weekday (0 = Monday); every day by default. */
  weekday?: number
  /** Only these slots; all by default. */
  slotIds?: string[]
}

// Each function throws an `AccessError` unless the caller is an admin, and throws the database server's
// errors.

/**
 * Finds the upcoming bookings whose time overlaps the scope, even if visitors booked them through another
 * slot. Returns the first {@link MAX_NAMED} bookings and the number of all. `isInUse` is true if a booking of
 * any date or status refers to the slot: then the slot cannot be deleted.
 */
export async function findImpact({ from = dateAt(), to, weekday, slotIds }: Scope) {
  const supabase = await adminClient()
  const scope = { p_from: from, p_to: to, p_day_of_week: weekday, p_time_slot_ids: slotIds }
  const { data } = await supabase.rpc('get_affected_bookings', scope).throwOnError()
  const bookings: BookedTime[] = data
  return { bookings, total: data[0]?.total ?? 0, isInUse: false }
}
/** The bookings that a change of availability affects. */
export type Impact = Awaited<ReturnType<typeof findImpact>>

/**
 * The ids of the bookings in the confirmation question. When the admin confirms, the browser sends these ids
 * back as `agreed`.
 */
export function namedIn({ bookings }: Impact): string[] {
  return bookings.map(({ id }) => id)
}

/**
 * True if `agreed` lacks one of the first {@link MAX_NAMED} bookings, for example one that a visitor made
 * after the admin confirmed.
 */
export function includesOthers(bookings: { id: string }[], agreed: string[] = []): boolean {
  const named = new Set(agreed)
  return bookings.slice(0, MAX_NAMED).some(({ id }) => !named.has(id))
}

/** The bookings that several changes affect together. */
export async function findImpacts(scopes: Scope[]): Promise<Impact> {
  const impacts = await Promise.all(scopes.map(findImpact))
  const start = ({ date, start_time }: BookedTime) => date + start_time
  return {
    bookings: impacts
      .flatMap(({ bookings }) => bookings)
      .toSorted((a, b) => (start(a) < start(b) ? -1 : 1))
      .slice(0, MAX_NAMED),
    total: impacts.reduce((sum, { total }) => sum + total, 0),
    isInUse: false,
  }
}

export async function findDeletionImpact(slotId: string): Promise<Impact> {
  const supabase = await adminClient()
  const [impact, { data }] = await Promise.all([
    findImpact({ slotIds: [slotId] }),
    supabase.from('bookings').select('id').eq('time_slot_id', slotId).limit(1).throwOnError(),
  ])
  return { ...impact, isInUse: data.length > 0 }
}

/** Returns the slots of `slotIds` whose times are not in `kept`. */
export async function findSlotsLeftOut(slotIds: string[], kept: TimeRange[]): Promise<string[]> {
  if (slotIds.length === 0) return []
  const supabase = await adminClient()
  const slots = supabase.from('time_slots').select('id, start_time, end_time').in('id', slotIds)
  const { data } = await slots.throwOnError()
  const times = new Set(kept.map(({ start_time, end_time }) => start_time + end_time))
  return data
    .filter(({ start_time, end_time }) => !times.has(withoutSeconds(start_time) + withoutSeconds(end_time)))
    .map(({ id }) => id)
}

/**
 * Returns the slots that a date offers and its weekday does not. Resetting the date to its weekly hours
 * removes these slots.
 */
export async function findDateOnlySlots(date: string): Promise<string[]> {
  const supabase = await adminClient()
  const own = supabase.from('availability').select('time_slot_id').match({ date, is_available: true })
  const pattern = supabase.from('recurring_availability').select('time_slot_id').eq('is_available', true)
  const [offered, usual] = await Promise.all([
    own.throwOnError(),
    pattern.eq('day_of_week', weekdayOf(date)).throwOnError(),
  ])
  const usualIds = new Set(usual.data.map(({ time_slot_id }) => time_slot_id))
  return offered.data.map(({ time_slot_id }) => time_slot_id).filter((id) => !usualIds.has(id))
}
