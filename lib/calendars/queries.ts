import 'server-only'
import { cache } from 'react'
import { describeUnread, describeUnreadable, type UnreadText } from '../content/calendars'
import { dateAt, formatTime, formatTimestamp, STUDIO_ZONE, timeAt, toInstant } from '../dates'
import { sessionClient } from '../supabase/server'
import { unreadParts } from './schema'

// The database answers admins only. Each throws the server's error.

/** How long a calendar that does not fail may have gone unread before that is said, in milliseconds. */
const UNREAD_MS = 60 * 60_000

/**
 * A founder's calendar. `reason` is why the last reading failed (`failing_since`), `isUnread` whether
 * nobody has tried for an hour.
 */
export interface FounderCalendar {
  id: string
  label: string
  host: string
  added_by: string
  all_day_busy: boolean
  /** `YYYY-MM-DD`: nothing is offered after it. */
  known_until: string
  last_good_at: string
  /** That as a text: '1:31 PM', or with its date. */
  readAt: string
  failing_since: string | null
  reason: string | null
  /** Whether it failed only because it has no events ahead any more, where it had some. */
  isEmptied: boolean
  isUnread: boolean
  /** What the last good reading did not understand, if anything. */
  unread: UnreadText | null
}

/** The founders' calendars, by their names. Cached for the request. */
export const listCalendars = cache(async (now = Date.now()): Promise<FounderCalendar[]> => {
  const { data } = await (await sessionClient()).rpc('list_calendars').retry(false).throwOnError()
  return data.map(({ last_error, has_events: _, unread, ...calendar }) => ({
    ...calendar,
    readAt: describeTime(calendar.last_good_at, now),
    unread: describeUnread(unreadParts.parse(unread), dateAt(new Date(now))),
    reason: last_error && describeUnreadable(last_error),
    isEmptied: last_error === 'empty',
    isUnread: !last_error && Date.parse(calendar.last_good_at) < now - UNREAD_MS,
  }))
})

function describeTime(timestamp: string, now: number): string {
  const at = new Date(timestamp)
  return dateAt(at) === dateAt(new Date(now))
    ? formatTime(timeAt(at, STUDIO_ZONE), true)
    : formatTimestamp(timestamp)
}

/** What admins should know of calendars that are not read, or not wholly understood: whose, since when, why. */
export async function listCalendarNotices(): Promise<string[]> {
  return (await listCalendars())
    .flatMap((calendar) => [describeFailure(calendar) ?? [], describeUnreadNews(calendar) ?? []])
    .flat()
}

/** What of a calendar is not understood, as a sentence; null when there is nothing. */
export function describeUnreadNews({ label, unread }: FounderCalendar): string | null {
  return unread && `${unread.summary} in ${label}’s calendar. The settings say where, and what helps.`
}

/** A calendar's failure as a sentence; null when there is none. */
export function describeFailure({
  label,
  failing_since,
  reason,
  isUnread,
  last_good_at,
}: FounderCalendar): string | null {
  const kept = 'What it said before still counts, until it can be read or is removed in the settings.'
  if (failing_since)
    return `${label}’s calendar could not be read since ${formatTimestamp(failing_since)}: ${reason} ${kept}`
  if (isUnread)
    return `${label}’s calendar was not read since ${formatTimestamp(last_good_at)}: nothing calls /api/tasks each minute. ${kept}`
  return null
}

/** When a calendar is busy, or not known yet: instants. */
export interface BusyTime {
  label: string
  starts_at: string
  ends_at: string
  is_known: boolean
}

/** When the founders' calendars are busy on the dates from `from` to `to`, both included. */
export async function listBusy(from: string, to = from): Promise<BusyTime[]> {
  const supabase = await sessionClient()
  return (await supabase.rpc('list_busy', { p_from: from, p_to: to }).throwOnError()).data
}

/** Whose calendars are busy, or not known, at a time of the studio's: each once. */
export function busyAt(
  times: BusyTime[],
  { date, start_time, end_time }: { date: string; start_time: string; end_time: string },
): Pick<BusyTime, 'label' | 'is_known'>[] {
  const [from, until] = [toInstant(date, start_time), toInstant(date, end_time)].map(Number) as [
    number,
    number,
  ]
  const found = times.filter(
    ({ starts_at, ends_at }) => Date.parse(starts_at) < until && Date.parse(ends_at) > from,
  )
  const labels = new Map(found.map(({ label, is_known }) => [label, { label, is_known }]))
  return [...labels.values()]
}
