import { formatLongDate, formatTime, STUDIO_ZONE, timeAt, dateAt, zoneName } from '../dates'

/** In the order of the list's filter. `private.offer_state` in the database computes them. */
export const offerStates = ['draft', 'open', 'expired', 'accepted', 'declined', 'withdrawn'] as const
export type OfferState = (typeof offerStates)[number]

export type OfferStatus = Exclude<OfferState, 'draft'>

/** On the studio's clock. `day` is `YYYY-MM-DD`, `now` in milliseconds. */
export function isOver(day: string, now: number): boolean {
  return dateAt(new Date(now)) > day
}

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

export function nameVersion(version: number, name: string): string {
  return `version ${version}${name && ` for ${name}`}`
}

/** 'Monday 23 November 2026 at 3:15 pm EST'. */
export function formatMoment(timestamp: string): string {
  const instant = new Date(timestamp)
  const [date, time] = [dateAt(instant), timeAt(instant, STUDIO_ZONE)]
  return `${formatLongDate(date)} at ${formatTime(time)} ${zoneName(date, time)}`
}
