/** How an offer stands, and what its pages show of that. */
import { formatLongDate, formatTime, STUDIO_ZONE, timeAt, dateAt, zoneName } from '../dates'

/** In the order of the list's filter. `private.offer_state` in the database says which an offer is in. */
export const offerStates = ['draft', 'open', 'expired', 'accepted', 'declined', 'withdrawn'] as const
export type OfferState = (typeof offerStates)[number]

/** How an offer that was sent stands. */
export type OfferStatus = Exclude<OfferState, 'draft'>

/** Whether a day (`YYYY-MM-DD`) is over on the studio's clock at `now`, in milliseconds. */
export function isOver(day: string, now: number): boolean {
  return dateAt(new Date(now)) > day
}

/** How an offer stands at `now`, in milliseconds, by its newest version's last day. */
export function statusOf(
  {
    accepted_at,
    ended,
    valid_until,
  }: { accepted_at: string | null; ended: string | null; valid_until: string },
  now: number,
): OfferStatus {
  if (accepted_at) return 'accepted'
  if (ended === 'withdrawn' || ended === 'declined') return ended
  return isOver(valid_until, now) ? 'expired' : 'open'
}

/** An ISO 8601 timestamp in full: 'Monday 23 November 2026 at 3:15 pm NZDT'. */
export function formatMoment(timestamp: string): string {
  const instant = new Date(timestamp)
  const [date, time] = [dateAt(instant), timeAt(instant, STUDIO_ZONE)]
  return `${formatLongDate(date)} at ${formatTime(time)} ${zoneName(date, time)}`
}
