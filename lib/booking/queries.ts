import 'server-only'
import { describeError } from '../describe-error'
import { addDays, dateAt, daysBetween } from '../dates'
import { readAll } from '../supabase/read-all'
import { visitorClient } from '../supabase/server'
import { countByDate, groupByDate, nextFreeDates, type SlotsByDate, type TimeSlot } from './slots'

export const MAX_DAYS = 62

/** In milliseconds. A stale entry does no harm, because the database checks every booking. */
const CACHE_MS = 3_000
const MAX_ENTRIES = 50
interface CacheEntry {
  until: number
  slots: Promise<TimeSlot[] | null>
}
type SlotCache = Map<string, CacheEntry>
// On globalThis, because Next bundles this module twice, for pages and for route handlers.
const cache = ((globalThis as { openSlots?: SlotCache }).openSlots ??= new Map())

/**
 * The free times of at most {@link MAX_DAYS} days (`YYYY-MM-DD`, both included), earliest first; never today, nor dates
 * more than 365 days ahead. Null if they cannot be read. Throws a `RangeError` for an invalid range.
 */
export function findOpenSlots(from: string, to: string): Promise<TimeSlot[] | null> {
  const days = daysBetween(from, to) + 1
  if (!(days >= 1 && days <= MAX_DAYS))
    throw new RangeError(`${from} to ${to} is no range of 1 to ${MAX_DAYS} days.`)
  const key = `${from} ${to}`
  const now = performance.now()
  const found = cache.get(key)
  if (found && found.until > now) return found.slots
  if (cache.size >= MAX_ENTRIES) cache.clear()
  const slots = readSlots(from, to)
  cache.set(key, { until: now + CACHE_MS, slots })
  return slots
}

export function clearOpenSlots(): void {
  cache.clear()
  nextFree = undefined
}

/** After the database rejected a time: many rejected bookings at once then share one new read of its list. */
export async function removeFromCache({ date, id }: TimeSlot): Promise<void> {
  const check = async ([key, entry]: [string, CacheEntry]) => {
    const isFree = (await entry.slots)?.some((slot) => slot.id === id && slot.date === date)
    if (isFree && cache.get(key) === entry) cache.delete(key)
  }
  await Promise.all([...cache].map(check))
}

export interface OpenDays {
  slots: SlotsByDate
  free: Record<string, number>
}
const grouped = new WeakMap<TimeSlot[], OpenDays>()

export async function findOpenDays(from: string, to: string): Promise<OpenDays | null> {
  const read = await findOpenSlots(from, to)
  if (!read) return null
  const known = grouped.get(read)
  if (known) return known
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
    cache.delete(`${from} ${to}`)
    return null
  }
}

const NEXT_CACHE_MS = 30_000
let nextFree: { until: number; slots: Promise<TimeSlot[] | null> } | undefined

/** All times of the next three days with free times; null if they cannot be read. Cached for 30 seconds. */
export function findNextSlots(now = Date.now()): Promise<TimeSlot[] | null> {
  if (!nextFree || nextFree.until <= now) nextFree = { until: now + NEXT_CACHE_MS, slots: readNextSlots() }
  return nextFree.slots
}

async function readNextSlots(): Promise<TimeSlot[] | null> {
  const tomorrow = addDays(dateAt(), 1)
  const days = await findOpenDays(tomorrow, addDays(tomorrow, MAX_DAYS - 1))
  if (!days) nextFree = undefined
  return days && nextFreeDates(days.free, '').flatMap((date) => days.slots[date] ?? [])
}
