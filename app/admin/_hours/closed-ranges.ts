import type { Exceptions } from '@/lib/hours/queries'
import { addDays } from '@/lib/dates'

/** Groups sorted dates into ranges of consecutive ones with the same reason. */
export function closedRanges(closed: Exceptions['closedDates']) {
  const ranges: { from: string; to: string; reason: string | null }[] = []
  for (const { date, reason } of closed) {
    const last = ranges.at(-1)
    if (last && last.reason === reason && addDays(last.to, 1) === date) last.to = date
    else ranges.push({ from: date, to: date, reason })
  }
  return ranges
}
