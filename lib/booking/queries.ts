import 'server-only'
import { describeError } from '../describe-error'
import { addDays, dateAt, daysBetween } from '../dates'
import { readAll } from '../supabase/read-all'
import { visitorClient } from '../supabase/server'
import { countByDate, groupByDate, type SlotsByDate, type TimeSlot } from './slots'

/** How many days one call may ask for; `get_available_slots` refuses more. */
export const MAX_DAYS = 62

/** Visitors of the same moment share one read of the database; it decides again when somebody books. */
const KEEP_MS = 3_000
const MAX_KEPT = 50
type Kept = Map<string, { until: number; slots: Promise<TimeSlot[] | null> }>
// Next bundles pages and route handlers apart, each with this module: what is kept is the process's.
const kept = ((globalThis as { openSlots?: Kept }).openSlots ??= new Map())

/**
 * Free times from `from` to `to`, both `YYYY-MM-DD` and included, at most {@link MAX_DAYS}, in order; null, and a line in the log, when
 * they could not be read. The database leaves out today, the past and what is more than a year ahead. Up to 3 seconds old, unless this
 * process has booked since. Throws for another range.
 */
export function findOpenSlots(from: string, to: string): Promise<TimeSlot[] | null> {
  const days = daysBetween(from, to) + 1
  if (!(days >= 1 && days <= MAX_DAYS))
    throw new RangeError(`${from} to ${to} is no range of 1 to ${MAX_DAYS} days.`)
  const key = `${from} ${to}`
  const now = performance.now()
  const found = kept.get(key)
  if (found && found.until > now) return found.slots
  if (kept.size >= MAX_KEPT) kept.clear()
  const slots = readSlots(from, to)
  kept.set(key, { until: now + KEEP_MS, slots })
  return slots
}

/** Forgets what was read: after a booking of this process. */
export function dropOpenSlots(): void {
  kept.clear()
}

/** What the booking page shows of a range: its times by date, and how many each date has. Null like {@link findOpenSlots}. */
export interface OpenDays {
  slots: SlotsByDate
  free: Record<string, number>
}
const grouped = new WeakMap<TimeSlot[], OpenDays>()

/** {@link findOpenSlots} by date, made once for all visitors of the same moment. */
export async function findOpenDays(from: string, to: string): Promise<OpenDays | null> {
  const read = await findOpenSlots(from, to)
  if (!read) return null
  const known = grouped.get(read)
  if (known) return known
  // Days that are over are in no page: nobody can choose them.
  const tomorrow = addDays(dateAt(), 1)
  const slots = groupByDate(read, from < tomorrow ? tomorrow : from, to)
  const days = { slots, free: countByDate(slots) }
  grouped.set(read, days)
  return days
}

async function readSlots(from: string, to: string): Promise<TimeSlot[] | null> {
  try {
    const supabase = visitorClient()
    return await readAll((first, last) =>
      supabase.rpc('get_available_slots', { p_from: from, p_to: to }).range(first, last),
    )
  } catch (error) {
    console.error('booking: the open times could not be read.', describeError(error))
    kept.delete(`${from} ${to}`)
    return null
  }
}

const KEEP_NEXT_MS = 30_000
let nextFree: { until: number; slot: Promise<TimeSlot | null> } | undefined

/** The next time that can be booked, within two months; null when there is none or it is not known. Kept for 30 seconds in this process. */
export function findNextSlot(now = Date.now()): Promise<TimeSlot | null> {
  if (!nextFree || nextFree.until <= now) nextFree = { until: now + KEEP_NEXT_MS, slot: readNextSlot() }
  return nextFree.slot
}

async function readNextSlot(): Promise<TimeSlot | null> {
  const tomorrow = addDays(dateAt(), 1)
  const slots = await findOpenSlots(tomorrow, addDays(tomorrow, MAX_DAYS - 1))
  return slots?.[0] ?? null
}
