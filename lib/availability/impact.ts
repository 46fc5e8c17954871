import 'server-only'
import { adminClient } from '../supabase/auth'
import { dateAt } from '../dates'
import type { SlotTimes } from './schema'
import type { HeldTime } from './schedule'

/** The bookings that a change of availability affects. */
export interface Impact {
  /** The first 8 upcoming bookings in the times that are no longer offered. The bookings themselves stay. */
  bookings: HeldTime[]
  /** How many such bookings there are. */
  total: number
  /** True when a slot cannot be deleted, because a booking of any date or status refers to it. */
  isInUse: boolean
}

/** The dates or the weekday on which times are no longer offered, and which slots; all slots without `slotIds`. */
export type Scope =
  | { from: string; to: string; slotIds?: string[] }
  | { weekday: number; slotIds: string[] }
  | { slotIds: string[] }

// Each throws `AccessError` for all but admins, and the server's error.

/** The upcoming bookings whose time overlaps the scope, whichever slot they were booked through. */
export async function findImpact(scope: Scope): Promise<Impact> {
  const supabase = await adminClient()
  const { data } = await supabase
    .rpc('get_affected_bookings', {
      p_from: 'from' in scope ? scope.from : dateAt(),
      p_to: 'to' in scope ? scope.to : undefined,
      p_day_of_week: 'weekday' in scope ? scope.weekday : undefined,
      p_time_slot_ids: scope.slotIds,
    })
    .throwOnError()
  const bookings = data.map(({ id, name, date, start_time, end_time }) => ({
    ...{ id, name, date },
    ...{ startTime: start_time, endTime: end_time },
  }))
  return { bookings, total: data[0]?.total ?? 0, isInUse: false }
}

/** The impact of deleting a slot altogether. */
export async function findDeletionImpact(slotId: string): Promise<Impact> {
  const supabase = await adminClient()
  const [impact, { data }] = await Promise.all([
    findImpact({ slotIds: [slotId] }),
    supabase.from('bookings').select('id').eq('time_slot_id', slotId).limit(1).throwOnError(),
  ])
  return { ...impact, isInUse: data.length > 0 }
}

/** Of the slots with the ids `seen`, those whose times are not in `kept`. */
export async function findSlotsLeftOut(seen: string[], kept: SlotTimes[]): Promise<string[]> {
  if (seen.length === 0) return []
  const supabase = await adminClient()
  const slots = supabase.from('time_slots').select('id, start_time, end_time').in('id', seen)
  const { data } = await slots.throwOnError()
  const times = new Set(kept.map(({ start, end }) => start + end))
  return data
    .filter(({ start_time, end_time }) => !times.has(start_time.slice(0, 5) + end_time.slice(0, 5)))
    .map(({ id }) => id)
}

/** The slots that a date offers and its weekday does not. Resetting the date to its weekly hours removes them. */
export async function findDateOnlySlots(date: string, weekday: number): Promise<string[]> {
  const supabase = await adminClient()
  const read = (query: 'availability' | 'recurring_availability', match: Record<string, unknown>) =>
    supabase
      .from(query)
      .select('time_slot_id')
      .match({ ...match, is_available: true })
      .throwOnError()
  const [own, pattern] = await Promise.all([
    read('availability', { date }),
    read('recurring_availability', { day_of_week: weekday }),
  ])
  const offered = new Set(pattern.data.map(({ time_slot_id }) => time_slot_id))
  return own.data.map(({ time_slot_id }) => time_slot_id).filter((id) => !offered.has(id))
}
