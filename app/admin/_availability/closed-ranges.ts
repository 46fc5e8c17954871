import type { ClosedDate } from '@/lib/availability/schedule'
import { addDays } from '@/lib/dates'

/** Closed dates that follow each other for the same reason. */
interface ClosedRange {
  from: string
  to: string
  reason: string | null
}

/** Closed dates, given in their order, as ranges. */
export function closedRanges(closed: ClosedDate[]): ClosedRange[] {
  const ranges: ClosedRange[] = []
  for (const { date, reason } of closed) {
    const last = ranges.at(-1)
    if (last && last.reason === reason && addDays(last.to, 1) === date) last.to = date
    else ranges.push({ from: date, to: date, reason })
  }
  return ranges
}
