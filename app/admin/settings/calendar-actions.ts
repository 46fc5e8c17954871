'use server'

import * as commands from '@/lib/calendars/commands'
import { allDayChange, calendarId, newCalendar, type NewCalendar } from '@/lib/calendars/schema'
import { Unreadable } from '@/lib/calendars/unreadable'
import { describeUnreadable } from '@/lib/content/calendars'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

/** Reads a founder's calendar, and saves it if the reading succeeds. */
export async function addCalendar(input: NewCalendar): Promise<ActionResult> {
  return runAdminAction('Failed to add the calendar', async () => {
    const parsed = newCalendar.safeParse(input)
    const [issue] = parsed.error?.issues ?? []
    if (!parsed.success)
      return { kind: 'invalid', problem: issue?.message ?? '', field: String(issue?.path[0] ?? 'label') }
    try {
      await commands.addCalendar(parsed.data)
    } catch (error) {
      if (error instanceof Unreadable)
        return { kind: 'invalid', problem: describeUnreadable(error.code), field: 'address' }
      throw error
    }
    return `Calendar of ${parsed.data.label} added`
  })
}

/** Removes a founder's calendar, which may be another admin's. */
export async function removeCalendar(id: string): Promise<ActionResult> {
  return runAdminAction('Failed to remove the calendar', async () => {
    await commands.removeCalendar(calendarId.parse(id))
    return 'Calendar removed'
  })
}

export async function readCalendar(id: string): Promise<ActionResult> {
  return readNow(() => [calendarId.parse(id)])
}

/** Accepts that a founder's calendar has no future events, and reads the calendar again. */
export async function acceptEmptyCalendar(id: string): Promise<ActionResult> {
  return readNow(() => [calendarId.parse(id), { mayBeEmpty: true }])
}

/** Sets if a calendar's all-day events count as busy, and reads the calendar. */
export async function setAllDay(input: { id: string; allDay: boolean }): Promise<ActionResult> {
  return readNow(() => {
    const { id, allDay } = allDayChange.parse(input)
    return [id, { allDay }]
  })
}

function readNow(parse: () => Parameters<typeof commands.readCalendarNow>): Promise<ActionResult> {
  const failure = 'Failed to read the calendar'
  return runAdminAction(failure, async () => {
    const error = await commands.readCalendarNow(...parse())
    return error === null
      ? 'Calendar read'
      : { kind: 'failed', failed: failure, detail: describeUnreadable(error) }
  })
}
