import 'server-only'
import { listHolidays } from '../holidays'
import { findNextSlots, findOpenSlots, MAX_DAYS } from './queries'
import type { Package } from '../content/packages'
import { owner } from '../content/owner'
import { addDays, dateAt } from '../dates'
import { earliestStart, firstOpenDay, LAUNCH_DAYS, launchSentence, type WorkingDays } from '../start/launch'

const CACHE_MS = 60_000
let cached: { until: number; begin: string; days: Promise<WorkingDays | null> } | undefined

/** Null if the next free start is not set or past, or if no bookable call is known. */
export async function findLaunch(fits: Package): Promise<string | null> {
  const today = dateAt()
  const { nextFreeStart } = owner
  if (!nextFreeStart || nextFreeStart < today) return null
  const begin = earliestStart(nextFreeStart, (await findNextSlots())?.[0]?.date ?? null, today)
  const days = begin && (await findWorkingDays(begin))
  return days ? launchSentence(fits, begin, days) : null
}

/** If the bookable dates cannot be read, skips only public holidays. */
export async function findOpenDay(monday: string): Promise<string> {
  const known = await readWorkingDays(monday)
  return firstOpenDay(
    monday,
    known ?? { bookable: [], holidays: listHolidays(monday).map(({ date }) => date) },
  )
}

/** Null if they cannot be read. Cached for a minute, because all results on one day have the same `begin`. */
function findWorkingDays(begin: string): Promise<WorkingDays | null> {
  if (cached?.begin !== begin || cached.until <= performance.now())
    cached = { until: performance.now() + CACHE_MS, begin, days: readWorkingDays(begin) }
  return cached.days
}

async function readWorkingDays(begin: string): Promise<WorkingDays | null> {
  const ranges = Array.from({ length: LAUNCH_DAYS / MAX_DAYS }, (_, at) => addDays(begin, at * MAX_DAYS))
  const reads = await Promise.all(ranges.map((from) => findOpenSlots(from, addDays(from, MAX_DAYS - 1))))
  if (reads.includes(null)) {
    cached = undefined
    return null
  }
  const bookable = new Set(reads.flatMap((slots) => slots ?? []).map(({ date }) => date))
  return { bookable: [...bookable], holidays: listHolidays(begin).map(({ date }) => date) }
}
