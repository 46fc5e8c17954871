import 'server-only'
import { adminClient } from '../supabase/auth'
import { UserError } from '../user-error'
import { readAddress, sealAddress } from './address'
import { readAtAddress, readNextCalendar, writeRanges } from './reading'
import type { NewCalendar } from './schema'

// Each throws `AccessError` for anybody but admins, and the server's error.

/**
 * Reads a calendar and keeps it, if that went well; else nothing is stored, and it throws `Unreadable`.
 * Throws a `UserError` when there are six already, and when the id is another calendar's.
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
  // The response of the first try was lost, and the choice of all-day events is another now.
  if (error?.message === 'calendar_differs')
    throw new UserError(
      'Failed to add the calendar',
      'It may be there already. Please load the page again, and look.',
    )
  if (error) throw error
}

/** Removes a calendar: what it blocked is offered again. */
export async function removeCalendar(id: string): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('remove_calendar', { p_id: id }).throwOnError()
}

/**
 * Reads a calendar now; returns why it failed, as a code, or null. `allDay` is from then on whether its
 * all-day events count; with `mayBeEmpty` it may have no events ahead.
 */
export async function readCalendarNow(
  id: string,
  { allDay, mayBeEmpty }: { allDay?: boolean; mayBeEmpty?: boolean } = {},
): Promise<string | null> {
  const supabase = await adminClient()
  await supabase
    .rpc('read_calendar_next', { p_id: id, p_all_day_busy: allDay, p_may_be_empty: mayBeEmpty })
    .throwOnError()
  // It is the first of those that are due, unless another admin presses at this moment.
  const outcome = await readNextCalendar()
  return outcome?.id === id ? outcome.error : null
}
