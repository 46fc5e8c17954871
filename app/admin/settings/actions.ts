'use server'

import { refresh } from 'next/cache'
import { endFeed, makeFeed } from '@/lib/calendar-feed/commands'
import { setNoticeHours, setReminders, setUsualLocation } from '@/lib/settings/commands'
import {
  noticeHours,
  type Reminders,
  reminders,
  usualLocation,
  type UsualLocation,
} from '@/lib/settings/schema'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

/** Sets where calls usually happen. */
export async function saveUsualLocation(input: UsualLocation): Promise<ActionResult> {
  return runAdminAction('Failed to save the usual location', async () => {
    const parsed = usualLocation.safeParse(input)
    const [issue] = parsed.error?.issues ?? []
    if (!parsed.success) return { problem: issue?.message ?? '', field: String(issue?.path[0] ?? 'kind') }
    await setUsualLocation(parsed.data)
    refresh()
    return 'Usual location saved'
  })
}

/** Sets which reminders go to visitors. */
export async function saveReminders(input: Reminders): Promise<ActionResult> {
  return runAdminAction('Failed to save the reminders', async () => {
    await setReminders(reminders.parse(input))
    refresh()
    return 'Reminders saved'
  })
}

/** Sets within how many hours before a call visitors cannot book it. */
export async function saveNoticeHours(input: string): Promise<ActionResult> {
  return runAdminAction('Failed to save the hours of notice', async () => {
    const hours = noticeHours.safeParse(input)
    if (!hours.success) return { problem: hours.error.issues[0]?.message ?? '', field: 'hours' }
    await setNoticeHours(hours.data)
    refresh()
    return 'Hours of notice saved'
  })
}

/** Gives the admin's own calendar feed a new address. The result has it, once. */
export async function makeCalendarFeed(): Promise<ActionResult> {
  return runAdminAction('Failed to make an address', async () => {
    const copy = await makeFeed()
    refresh()
    return { message: 'Address made', copy }
  })
}

/** Ends the admin's own calendar feed. */
export async function endCalendarFeed(): Promise<ActionResult> {
  return runAdminAction('Failed to switch it off', async () => {
    await endFeed()
    refresh()
    return 'Address switched off'
  })
}
