import 'server-only'
import { z } from 'zod'
import { clearOpenSlots } from '../booking/queries'
import { describeError } from '../describe-error'
import { siteKey } from '../supabase/site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { openAddress, sealAddress } from './address'
import { fetchCalendar, type FetchOptions } from './fetch'
import { parseCalendar, type ReadCalendar, writeRanges } from './parse'
import { Unreadable } from './unreadable'

/** Read by one call of {@link readDueCalendars}. Each takes at most 20 seconds. */
const MAX_CALENDARS = 4

export interface CalendarsRead {
  read: number
  failed: number
}

let running: Promise<CalendarsRead> | undefined

/** One after the other. Concurrent calls share one reading. Throws the database's error. */
export function readDueCalendars(): Promise<CalendarsRead> {
  running ??= readDue().finally(() => (running = undefined))
  return running
}

async function readDue(): Promise<CalendarsRead> {
  const counts = { read: 0, failed: 0 }
  for (let n = 0; n < MAX_CALENDARS; n++) {
    const outcome = await readNextCalendar()
    if (!outcome) break
    counts[outcome.error === null ? 'read' : 'failed']++
  }
  return counts
}

const claimed = z
  .object({ id: z.guid(), lease: z.guid(), address: z.string(), all_day_busy: z.boolean() })
  .nullable()

export async function readNextCalendar(
  options?: FetchOptions,
): Promise<{ id: string; error: string | null } | null> {
  const next = await call().rpc('claim_calendar', { p_site_key: siteKey() ?? '' })
  // A site whose key the database does not know reads no calendars; the admin and the start-up log say so.
  if (next.error?.message === 'not_signed') return null
  if (next.error) throw next.error
  const calendar = claimed.parse(next.data)
  if (!calendar) return null
  const { id, lease } = calendar
  const found = await readClaimed(calendar, options)
  const finish = { p_site_key: siteKey() ?? '', p_id: id, p_lease: lease, ...found }
  const { data, error: failure } = await call().rpc('finish_calendar', finish)
  // An admin removed the calendar meanwhile, or another process reads it.
  if (failure?.message === 'not_leased') return { id, error: null }
  if (failure) throw failure
  const error: string | null = data
  if (error !== null) console.error(`calendars: ${id} could not be read: ${error}`)
  // The calendar may now block other times.
  clearOpenSlots()
  return { id, error }
}

async function readClaimed(
  { id, address: sealed, all_day_busy: allDay }: NonNullable<z.infer<typeof claimed>>,
  options?: FetchOptions,
) {
  try {
    const { address, isOld } = openAddress(id, sealed)
    const { busy, hasEvents, unread } = await readAtAddress(address, allDay, options)
    return {
      p_busy: writeRanges(busy),
      p_has_events: hasEvents,
      p_unread: unread,
      ...(isOld && { p_address: sealAddress(id, address) }),
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) console.error('calendars: a reading broke off.', describeError(error))
    return { p_error: error instanceof Unreadable ? error.code : 'reader' }
  }
}

export async function readAtAddress(
  address: string,
  allDay: boolean,
  options?: FetchOptions,
): Promise<ReadCalendar> {
  return parseCalendar(await fetchCalendar(address, options), { allDay })
}

function call() {
  return visitorClient(WRITE_TIMEOUT_MS)
}
