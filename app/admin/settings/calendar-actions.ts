'use server'

import { z } from 'zod'
import { parseCalendarUrl, sealAddress } from '@/lib/calendars/address'
import { writeRanges } from '@/lib/calendars/parse'
import { readAtAddress, readNextCalendar } from '@/lib/calendars/reading'
import { Unreadable } from '@/lib/calendars/unreadable'
import { describeUnreadable } from '@/lib/calendars/notices'
import type { AdminClient } from '@/lib/supabase/auth'
import { line } from '@/lib/typed-text'
import type { ActionResult } from '../action-result'
import { adminAction } from '../admin-action'

/** The form creates `id`, so that a repeated submit adds no second calendar. Reading validates `address`. */
const newCalendar = z.object({
  id: z.guid(),
  label: line(40, 'Please say whose calendar it is.'),
  address: line(2_000, 'Please paste the address of the calendar.'),
  allDay: z.boolean(),
})

export type NewCalendar = z.input<typeof newCalendar>

/** Saves the calendar if its reading succeeds. */
export const addCalendar = adminAction(
  newCalendar,
  'Failed to add the calendar',
  async ({ id, label, address, allDay }, supabase) => {
    try {
      const { host, href } = parseCalendarUrl(address)
      const sealed = sealAddress(id, href)
      const { busy, hasEvents, unread } = await readAtAddress(href, allDay)
      const calendar = { p_id: id, p_label: label, p_host: host, p_address: sealed, p_all_day_busy: allDay }
      const reading = { p_busy: writeRanges(busy), p_has_events: hasEvents, p_unread: unread }
      await supabase.rpc('add_calendar', { ...calendar, ...reading }).throwOnError()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { kind: 'invalid', problem: describeUnreadable(error.code), field: 'address' }
    }
    return `Calendar of ${label} added`
  },
)

/** It may be another admin's. The studio offers the times again that it blocked. */
export const removeCalendar = adminAction(z.guid(), 'Failed to remove the calendar', async (id, supabase) => {
  await supabase.rpc('remove_calendar', { p_id: id }).throwOnError()
  return 'Calendar removed'
})

const NOT_READ = 'Failed to read the calendar'

export const readCalendar = adminAction(z.guid(), NOT_READ, (p_id, supabase) => readNow(supabase, { p_id }))

/** For a calendar that has no future events. */
export const acceptEmptyCalendar = adminAction(z.guid(), NOT_READ, (p_id, supabase) =>
  readNow(supabase, { p_id, p_may_be_empty: true }),
)

/** All-day events count as busy or not. */
export const setAllDay = adminAction(
  z.object({ id: z.guid(), allDay: z.boolean() }),
  NOT_READ,
  ({ id, allDay }, supabase) => readNow(supabase, { p_id: id, p_all_day_busy: allDay }),
)

async function readNow(
  supabase: AdminClient,
  args: { p_id: string; p_all_day_busy?: boolean; p_may_be_empty?: boolean },
): Promise<string | ActionResult> {
  await supabase.rpc('read_calendar_next', args).throwOnError()
  // This calendar is now due first, unless another admin pressed the button of another calendar just now.
  const outcome = await readNextCalendar()
  if (outcome?.id !== args.p_id || outcome.error === null) return 'Calendar read'
  return { kind: 'failed', failed: NOT_READ, detail: describeUnreadable(outcome.error) }
}
