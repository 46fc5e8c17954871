'use server'

import { refresh } from 'next/cache'
import { endFeed, makeFeed } from '@/lib/calendar-feed/commands'
import { setNoticeHours, setReminders, setUsualLocation } from '@/lib/settings/commands'
import { getUsualLocation } from '@/lib/settings/queries'
import {
  type LocationChange,
  locationChange,
  noticeHours,
  type Reminders,
  reminders,
} from '@/lib/settings/schema'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

/** Sets where calls usually happen. Asks when another admin has set that since it was `seen`. */
export async function saveUsualLocation(input: LocationChange): Promise<ActionResult> {
  return runAdminAction('Failed to save the usual location', async () => {
    const parsed = locationChange.safeParse(input)
    const [issue] = parsed.error?.issues ?? []
    if (!parsed.success) return { problem: issue?.message ?? '', field: String(issue?.path[0] ?? 'kind') }
    const isSet = await setUsualLocation(parsed.data)
    refresh()
    return isSet ? 'Usual location saved' : changedLocation(parsed.data)
  })
}

async function changedLocation(wanted: LocationChange): Promise<ActionResult> {
  const seen = await getUsualLocation()
  const place = seen.kind === 'video' ? `${seen.name}, ${seen.url}` : 'By phone'
  return {
    question: {
      title: 'It was changed since you read it',
      lines: [{ text: `Calls now happen here: ${place}` }],
      no: 'Leave it as it is',
      yes: 'Save all the same',
    },
    yes: ['saveUsualLocation', { ...wanted, seen }],
  }
}

/** Sets which reminders go to visitors: those that are given. */
export async function saveReminders(input: Partial<Reminders>): Promise<ActionResult> {
  return runAdminAction('Failed to save the reminders', async () => {
    await setReminders(reminders.partial().parse(input))
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
