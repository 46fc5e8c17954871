import 'server-only'
import { adminClient } from '../supabase/auth'
import { dateAt, weekdayOf, withoutSeconds } from '../dates'
import type { BookedTime, TimeRange } from './slot'
import { MAX_NAMED } from './schema'

/** The times that a change of the hours removes. */
export interface Scope {
  from?: string
  to?: string
  /** 0 = Monday; by default every day. */
  weekday?: number
  /** By default all. */
  slotIds?: string[]
}

// Each function throws an `AccessError` unless the caller is an admin, and throws the database server's errors.

/**
 * The upcoming bookings that overlap the scope, even in another slot: the first {@link MAX_NAMED}, and the number of
 * all. `isInUse`: a booking of any date or status refers to the slot, so it cannot be deleted.
 */
export async function findImpact({ from = dateAt(), to, weekday, slotIds }: Scope) {
  const supabase = await adminClient()
  const scope = { p_from: from, p_to: to, p_day_of_week: weekday, p_time_slot_ids: slotIds }
  const { data } = await supabase.rpc('get_affected_bookings', scope).throwOnError()
  const bookings: BookedTime[] = data
  return { bookings, total: data[0]?.total ?? 0, isInUse: false }
}
export type Impact = Awaited<ReturnType<typeof findImpact>>

/** The bookings in the confirmation question; the browser sends their ids back as `agreed`. */
export function namedIn({ bookings }: Impact): string[] {
  return bookings.map(({ id }) => id)
}

/** For example a booking that a visitor made after the admin confirmed. */
export function includesOthers(bookings: { id: string }[], agreed: string[] = []): boolean {
  const named = new Set(agreed)
  return bookings.slice(0, MAX_NAMED).some(({ id }) => !named.has(id))
}

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

/** Resetting the date to its weekly hours removes these. */
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
