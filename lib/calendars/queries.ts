import 'server-only'
import { z } from 'zod'
import { describeUnread, describeUnreadable, type UnreadText } from './notices'
import {
  dateAt,
  formatTime,
  formatTimestamp,
  STUDIO_ZONE,
  type StudioTimes,
  timeAt,
  toInstant,
} from '../dates'
import { sessionClient } from '../supabase/server'
import { unreadParts } from './schema'

// The database gives these rows only to admins. Each function throws the database server's errors.

export const calendarRow = z.object({
  ...{ id: z.string(), label: z.string(), host: z.string(), added_by: z.string() },
  ...{ all_day_busy: z.boolean(), has_events: z.boolean(), unread: unreadParts },
  ...{ known_until: z.string(), last_good_at: z.string() },
  ...{ failing_since: z.string().nullable(), last_error: z.string().nullable() },
})
type CalendarRow = z.infer<typeof calendarRow>

/** The admin gets a notice after this time (milliseconds), even if no reading failed. */
const UNREAD_MS = 60 * 60_000

/** `reason` says why the last reading failed; `isUnread`: the site has not tried to read it for an hour. */
export interface FounderCalendar {
  id: string
  label: string
  host: string
  added_by: string
  all_day_busy: boolean
  /** The last date with known busy times. The studio offers no times after it. */
  known_until: string
  last_good_at: string
  /** '1:31 PM', or with the date. */
  readAt: string
  failing_since: string | null
  reason: string | null
  /** It had future events before, but has none now. */
  isEmptied: boolean
  isUnread: boolean
  unread: UnreadText | null
}

export async function listCalendars(): Promise<FounderCalendar[]> {
  const { data } = await (await sessionClient()).rpc('list_calendars').retry(false).throwOnError()
  return z
    .array(calendarRow)
    .parse(data)
    .map((row) => toCalendar(row))
}

export function toCalendar(
  { last_error, has_events: _, unread, ...calendar }: CalendarRow,
  now = Date.now(),
): FounderCalendar {
  return {
    ...calendar,
    readAt: describeTime(calendar.last_good_at, now),
    unread: describeUnread(unread, calendar.label, dateAt(new Date(now))),
    reason: last_error && describeUnreadable(last_error),
    isEmptied: last_error === 'empty',
    isUnread: !last_error && Date.parse(calendar.last_good_at) < now - UNREAD_MS,
  }
}

function describeTime(timestamp: string, now: number): string {
  const at = new Date(timestamp)
  return dateAt(at) === dateAt(new Date(now))
    ? formatTime(timeAt(at, STUDIO_ZONE), true)
    : formatTimestamp(timestamp)
}

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

/** Between two instants. `is_known: false`: the calendar may be busy. */
export interface BusyTime {
  label: string
  starts_at: string
  ends_at: string
  is_known: boolean
}

export async function listBusy(from: string, to = from): Promise<BusyTime[]> {
  const supabase = await sessionClient()
  return (await supabase.rpc('list_busy', { p_from: from, p_to: to }).throwOnError()).data
}

export function busyAt(
  times: BusyTime[],
  { date, start_time, end_time }: StudioTimes,
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
