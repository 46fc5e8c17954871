import 'server-only'
import { describeUnread, describeUnreadable, type UnreadText } from '../content/calendars'
import {
  dateAt,
  formatTime,
  formatTimestamp,
  STUDIO_ZONE,
  type StudioTimes,
  timeAt,
  toInstant,
} from '../dates'
import type { Database } from '../supabase/database.types'
import { sessionClient } from '../supabase/server'
import { unreadParts } from './schema'

// The database answers admins only. Each function throws the server's error.

export type CalendarRow = Database['public']['Functions']['list_calendars']['Returns'][number]

/** After this time without a reading, a calendar that does not fail gets a notice (milliseconds). */
const UNREAD_MS = 60 * 60_000

/**
 * A founder's calendar. `reason` is the failure of the last reading (`failing_since`); `isUnread` is true if
 * the site has not tried for an hour.
 */
export interface FounderCalendar {
  id: string
  label: string
  host: string
  added_by: string
  all_day_busy: boolean
  /** The last date (`YYYY-MM-DD`) with known busy times. The studio offers nothing after it. */
  known_until: string
  last_good_at: string
  /** `last_good_at` as text: '1:31 PM', or with its date. */
  readAt: string
  failing_since: string | null
  reason: string | null
  /** True if the last reading failed because the calendar had events ahead before, and has none now. */
  isEmptied: boolean
  isUnread: boolean
  /** The parts that the last good reading did not understand; null if it understood everything. */
  unread: UnreadText | null
}

/** The founders' calendars, by their names. */
export async function listCalendars(): Promise<FounderCalendar[]> {
  const { data } = await (await sessionClient()).rpc('list_calendars').retry(false).throwOnError()
  return data.map((row) => toCalendar(row))
}

/** Converts a row of `list_calendars`. `now` is in milliseconds. */
export function toCalendar(
  { last_error, has_events: _, unread, ...calendar }: CalendarRow,
  now = Date.now(),
): FounderCalendar {
  return {
    ...calendar,
    readAt: describeTime(calendar.last_good_at, now),
    unread: describeUnread(unreadParts.parse(unread), dateAt(new Date(now))),
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

/** A sentence about the parts of a calendar that are not understood; null if there are none. */
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

/**
 * A time (instants) at which a calendar is busy. With `is_known: false` its busy times are not known then.
 */
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

/** The calendars that are busy or not known at a studio time, each once. */
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
