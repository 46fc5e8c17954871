'use server'

import { z } from 'zod'
import { hashToken, newToken } from '@/lib/calendar-feed/token'
import { capitalize } from '@/lib/capitalize'
import { linkOrigin } from '@/lib/mail/config'
import { paths } from '@/lib/paths'
import { clearAsksForPhone, getSettings } from '@/lib/settings/queries'
import { type Settings, settings, usualLocation } from '@/lib/settings/schema'
import { adminAction } from '../admin-action'

const names = {
  location: 'usual location',
  day_before: 'reminders',
  hour_before: 'reminders',
  notice_hours: 'hours of notice',
}

/** As typed; `seen` are the values when the form opened. */
const settingsChange = z.object({
  changes: z
    .object({
      location: usualLocation,
      day_before: z.boolean(),
      hour_before: z.boolean(),
      notice_hours: z
        .string()
        .trim()
        .regex(/^\d{1,2}$/, 'Please give a number from 0 to 72.')
        .refine((hours) => Number(hours) <= 72, 'At most 72 hours, please.'),
    })
    .partial(),
  seen: settings.partial(),
})

const NOT_SAVED = 'Failed to save the settings'

/** If another admin has changed one of the settings since (`seen`), saves nothing and asks first. */
export const saveSettings = adminAction(settingsChange, NOT_SAVED, async ({ changes, seen }, supabase) => {
  const [key = 'location'] = Object.keys(changes) as (keyof typeof names)[]
  const { notice_hours: hours, ...others } = changes
  const p_changes = hours === undefined ? others : { ...others, notice_hours: Number(hours) }
  const { error } = await supabase.rpc('set_settings', { p_changes, p_seen: seen })
  if (error && error.message !== 'settings_changed') throw error
  if (!error) {
    if (changes.location) clearAsksForPhone()
    return `${capitalize(names[key])} saved`
  }
  const now = await getSettings()
  const question = {
    title: 'It was changed since you read it',
    lines: [{ text: describe(now, key) }],
    no: 'Leave it as it is',
    yes: 'Save all the same',
  }
  return { kind: 'question', question, yes: ['saveSettings', { changes, seen: now }] }
})

function describe({ location, notice_hours: hours }: Settings, key: keyof typeof names): string {
  if (key === 'notice_hours') return `The hours of notice are ${hours} now.`
  return `Calls now happen here: ${location.kind === 'video' ? `${location.name}, ${location.url}` : 'By phone'}`
}

/** The database stores only the URL's hash, so the site cannot show it again. */
export const makeCalendarFeed = adminAction(z.void(), 'Failed to make an address', async (_, supabase) => {
  const token = newToken()
  await supabase.rpc('set_calendar_feed', { p_token_sha256: hashToken(token) ?? undefined }).throwOnError()
  return {
    kind: 'done',
    message: 'Address made',
    copy: `${linkOrigin()}${paths.calendar}/${token}/calls.ics`,
  }
})

export const endCalendarFeed = adminAction(z.void(), 'Failed to switch it off', async (_, supabase) => {
  await supabase.rpc('set_calendar_feed').throwOnError()
  return 'Address switched off'
})
