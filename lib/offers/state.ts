/** The states of an offer, and texts about them on pages. */
import { formatLongDate, formatTime, STUDIO_ZONE, timeAt, dateAt, zoneName } from '../dates'

/**
 * The states of an offer, in the order of the list's filter. `private.offer_state` in the database computes
 * them.
 */
export const offerStates = ['draft', 'open', 'expired', 'accepted', 'declined', 'withdrawn'] as const
export type OfferState = (typeof offerStates)[number]

/** The states of an offer that was sent. */
export type OfferStatus = Exclude<OfferState, 'draft'>

/** True if a day (`YYYY-MM-DD`) is over on the studio's clock at `now`, in milliseconds. */
export function isOver(day: string, now: number): boolean {
  return dateAt(new Date(now)) > day
}

/** The state of an offer at `now` (milliseconds), by the last day of its newest version. */
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

/** 'version 2 for Ana Ngata', for toasts. */
export function nameVersion(version: number, name: string): string {
  return `version ${version}${name && ` for ${name}`}`
}

/** Formats an ISO 8601 timestamp: 'Monday 23 November 2026 at 3:15 pm EST'. */
export function formatMoment(timestamp: string): string {
  const instant = new Date(timestamp)
  const [date, time] = [dateAt(instant), timeAt(instant, STUDIO_ZONE)]
  return `${formatLongDate(date)} at ${formatTime(time)} ${zoneName(date, time)}`
}
