import 'server-only'
import { adminClient } from '../supabase/auth'
import { UserError } from '../user-error'
import { readAddress, sealAddress } from './address'
import { readAtAddress, readNextCalendar, writeRanges } from './reading'
import type { NewCalendar } from './schema'

// Each function throws an `AccessError` unless the caller is an admin, and throws the database server's
// errors.

/**
 * Reads a calendar, and stores the calendar if the reading succeeds; otherwise throws `Unreadable`. Throws a
 * `UserError` if the studio has six calendars already, or if another calendar has the id.
 */
export async function addCalendar({ id, label, address, allDay }: NewCalendar): Promise<void> {
  const supabase = await adminClient()
  const { host, href } = readAddress(address)
  const sealed = sealAddress(id, href)
  const { busy, hasEvents, unread } = await readAtAddress(href, allDay)
  const { error } = await supabase.rpc('add_calendar', {
    ...{ p_id: id, p_label: label, p_host: host, p_address: sealed, p_all_day_busy: allDay },
    ...{ p_busy: writeRanges(busy), p_has_events: hasEvents, p_unread: unread },
  })
  if (error?.message === 'too_many_calendars')
    throw new UserError('Failed to add the calendar', 'There are six already. Remove one first.')
  // An earlier attempt stored the calendar, but its response was lost; since then the admin changed `allDay`.
  if (error?.message === 'calendar_differs')
    throw new UserError(
      'Failed to add the calendar',
      'It may be there already. Please load the page again, and look.',
    )
  if (error) throw error
}

/** Removes a calendar. The studio offers the times again that the calendar blocked. */
export async function removeCalendar(id: string): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('remove_calendar', { p_id: id }).throwOnError()
}

/**
 * Reads a calendar now. Returns the error code of the reading, or null. `allDay` sets whether the calendar's
 * all-day events count as busy from now on; `mayBeEmpty` accepts a calendar without future events.
 */
export async function readCalendarNow(
  id: string,
  { allDay, mayBeEmpty }: { allDay?: boolean; mayBeEmpty?: boolean } = {},
): Promise<string | null> {
  const supabase = await adminClient()
  await supabase
    .rpc('read_calendar_next', { p_id: id, p_all_day_busy: allDay, p_may_be_empty: mayBeEmpty })
    .throwOnError()
  // This calendar is now due first, unless another admin pressed the button of another calendar just now.
  const outcome = await readNextCalendar()
  return outcome?.id === id ? outcome.error : null
}
