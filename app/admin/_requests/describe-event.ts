import { dateText } from '@/lib/availability/format'
import { formatTime } from '@/lib/dates'
import type { RequestEvent, RequestState } from '@/lib/requests/details'

/** 'The visitor moved it from Thu 26 Nov 2026, 9:00 AM to …', 'ana@studio.test set pending to confirmed'. */
export function describeEvent({ actor, before, after }: RequestEvent): string {
  const who = actor === 'visitor' ? 'The visitor' : actor
  if (!before) return after.date ? `${who} asked for ${timeOf(after)}` : `${who} wrote to us`
  const moved = timeOf(before) !== timeOf(after)
  if (moved) return `${who} moved it from ${timeOf(before)} to ${timeOf(after)}`
  if (after.status === 'cancelled') return `${who} cancelled it`
  return `${who} set ${before.status} to ${after.status}`
}

function timeOf({ date, start_time }: RequestState): string {
  return date && start_time ? `${dateText(date)}, ${formatTime(start_time, true)}` : ''
}
