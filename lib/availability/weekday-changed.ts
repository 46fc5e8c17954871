import { z } from 'zod'
import { createdText, timeText } from './format'
import { UserError } from '../user-error'
import { weekdays } from './schedule'

/** The details of the error `weekday_changed` of `replace_recurring_availability`. `at` is an ISO 8601 timestamp, times are `HH:MM`. */
const report = z.object({
  time_slot_ids: z.array(z.string()),
  changes: z.array(
    z.object({
      change: z.enum(['added', 'removed']),
      /** Null for a slot that has been deleted since. */
      start_time: z.string().nullable(),
      end_time: z.string().nullable(),
      /** The admin's e-mail address; null for changes that did not come through the API. */
      by: z.string().nullable(),
      at: z.string().nullable(),
    }),
  ),
})
type Change = z.infer<typeof report>['changes'][number]

/** The weekday changed since the admin opened it for editing, so nothing was saved. The message says who changed what, and when. */
export class WeekdayChanged extends UserError {
  /** The ids of the slots that the weekday has now. */
  readonly slotIds: string[]

  /** `error` is the database's error, whose `details` are JSON. Throws when they are not. */
  constructor(weekday: number, error: { message: string; details: string }) {
    const { changes, time_slot_ids } = report.parse(JSON.parse(error.details))
    const advice = 'Nothing was saved. Look at your times again, then save.'
    super(
      `${weekdays[weekday]} is no longer as you opened it: ${describeChanges(changes)}. ${advice}`,
      undefined,
      'Error saving recurring availability',
      { cause: error },
    )
    this.slotIds = time_slot_ids
  }
}

/** 'kim@example.com added 5:00 PM – 5:30 PM, removed 9:00 AM – 9:30 AM (27 Nov 2026, 9:00 AM)', and so on for each admin and moment. */
function describeChanges(changes: Change[]): string {
  const edits = new Map<string, { text: string; moment: string }>()
  for (const { by, at, change, start_time, end_time } of changes) {
    const who = by ?? 'somebody'
    const moment = at ? ` (${createdText(at)})` : ''
    const times = start_time && end_time ? timeText(start_time, end_time) : 'a time that no longer exists'
    const before = edits.get(who + moment)
    edits.set(who + moment, { text: `${before ? `${before.text},` : who} ${change} ${times}`, moment })
  }
  return [...edits.values()].map(({ text, moment }) => text + moment).join('; ')
}
