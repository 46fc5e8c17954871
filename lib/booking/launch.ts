import 'server-only'
import { listHolidays } from '../holidays'
import { findNextSlots, findOpenSlots, MAX_DAYS } from './queries'
import type { Package } from '../content/packages'
import { owner } from '../content/owner'
import { addDays, dateAt } from '../dates'
import { firstWorkingDay, LAUNCH_DAYS, launchSentence, startAfterCall } from '../start/launch'
import type { WorkingDays } from '../start/launch'

const CACHE_MS = 60_000
let cache: { until: number; begin: string; days: Promise<WorkingDays | null> } | undefined

/** Null if the next free start is not set or past, or if no bookable call is known. */
export async function findLaunch(item: Package): Promise<string | null> {
  const today = dateAt()
  const { nextFreeStart } = owner
  if (!nextFreeStart || nextFreeStart < today) return null
  const begin = startAfterCall(nextFreeStart, (await findNextSlots())?.[0]?.date ?? null, today)
  const days = begin && (await cachedWorkingDays(begin))
  return days ? launchSentence(item, begin, days) : null
}

/** In the first week from `monday` on in which the studio works. */
export async function findFirstWorkingDay(monday: string): Promise<string> {
  const days = await readWorkingDays(monday)
  if (days) return firstWorkingDay(monday, days)
  // The bookable dates could not be read, so only public holidays close a week.
  return firstWorkingDay(monday, { bookable: [], holidays: listHolidays(monday).map(({ date }) => date) })
}

/** Null if they cannot be read. Cached for a minute, because all results of /start on one day have the same `begin`. */
function cachedWorkingDays(begin: string): Promise<WorkingDays | null> {
  if (cache?.begin !== begin || cache.until <= performance.now())
    cache = { until: performance.now() + CACHE_MS, begin, days: readWorkingDays(begin) }
  return cache.days
}

async function readWorkingDays(begin: string): Promise<WorkingDays | null> {
  const ranges = Array.from({ length: LAUNCH_DAYS / MAX_DAYS }, (_, at) => addDays(begin, at * MAX_DAYS))
  const reads = await Promise.all(ranges.map((from) => findOpenSlots(from, addDays(from, MAX_DAYS - 1))))
  if (reads.includes(null)) {
    cache = undefined
    return null
  }
  const bookable = new Set(reads.flatMap((slots) => slots ?? []).map(({ date }) => date))
  return { bookable: [...bookable], holidays: listHolidays(begin).map(({ date }) => date) }
}
