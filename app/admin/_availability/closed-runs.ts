import type { ClosedDate } from '@/lib/availability/slot'
import { addDays } from '@/lib/dates'

/** Closed dates that follow each other for the same reason. */
interface ClosedRun {
  from: string
  to: string
  reason: string | null
}

/** Closed dates, given in their order, as runs. */
export function closedRuns(closed: ClosedDate[]): ClosedRun[] {
  const runs: ClosedRun[] = []
  for (const { date, reason } of closed) {
    const last = runs.at(-1)
    if (last && last.reason === reason && addDays(last.to, 1) === date) last.to = date
    else runs.push({ from: date, to: date, reason })
  }
  return runs
}
