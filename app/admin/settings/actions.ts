'use server'

import { endFeed, makeFeed } from '@/lib/calendar-feed/commands'
import { capitalize } from '@/lib/capitalize'
import { setSettings } from '@/lib/settings/commands'
import { getSettings } from '@/lib/settings/queries'
import { type Settings, settingsChange, type TypedSettings } from '@/lib/settings/schema'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

/** The name of each setting in messages. */
const names = {
  location: 'usual location',
  day_before: 'reminders',
  hour_before: 'reminders',
  notice_hours: 'hours of notice',
}

/**
 * Saves the given settings. If another admin has changed one of them (it differs from `seen`), asks first.
 */
export async function saveSettings(input: TypedSettings): Promise<ActionResult> {
  return runAdminAction('Failed to save the settings', async () => {
    const parsed = settingsChange.safeParse(input)
    const [issue] = parsed.error?.issues ?? []
    if (!parsed.success)
      return { kind: 'invalid', problem: issue?.message ?? '', field: String(issue?.path.at(-1) ?? '') }
    const [key = 'location'] = Object.keys(parsed.data.changes) as (keyof typeof names)[]
    const isSet = await setSettings(parsed.data)
    if (isSet) return `${capitalize(names[key])} saved`
    const now = await getSettings()
    return {
      kind: 'question',
      question: {
        title: 'It was changed since you read it',
        lines: [{ text: describe(now, key) }],
        no: 'Leave it as it is',
        yes: 'Save all the same',
      },
      yes: ['saveSettings', { ...input, seen: now }],
    }
  })
}

function describe({ location, notice_hours: hours }: Settings, key: keyof typeof names): string {
  if (key === 'notice_hours') return `The hours of notice are ${hours} now.`
  return `Calls now happen here: ${location.kind === 'video' ? `${location.name}, ${location.url}` : 'By phone'}`
}

/** Makes a new URL for the signed-in admin's own calendar feed. Only this result contains the URL. */
export async function makeCalendarFeed(): Promise<ActionResult> {
  return runAdminAction('Failed to make an address', async () => {
    const copy = await makeFeed()
    return { kind: 'done', message: 'Address made', copy }
  })
}

/** Switches off the signed-in admin's own calendar feed. */
export async function endCalendarFeed(): Promise<ActionResult> {
  return runAdminAction('Failed to switch it off', async () => {
    await endFeed()
    return 'Address switched off'
  })
}
