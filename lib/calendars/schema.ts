import { z } from 'zod'
import { atMost, cleanLine } from '../text'

/**
 * A calendar to add. The form creates the id, so that a repeated submit adds no second calendar. Reading the
 * calendar validates `address`.
 */
export const newCalendar = z.object({
  id: z.guid(),
  label: z
    .string()
    .transform(cleanLine)
    .refine(Boolean, 'Please say whose calendar it is.')
    .refine(...atMost(40)),
  address: z.string().transform(cleanLine).refine(Boolean, 'Please paste the address of the calendar.'),
  allDay: z.boolean(),
})
export type NewCalendar = z.infer<typeof newCalendar>

export const calendarId = z.guid()
/** A change of a calendar. `allDay` is true if the calendar's all-day events count as busy. */
export const allDayChange = z.object({ id: z.guid(), allDay: z.boolean() })

/** An error code with a sentence in `lib/content/calendars.ts`. */
export const errorCode = z.string().regex(/^[a-z_]{1,40}$/)
/**
 * The parts of a calendar that a reading did not understand: their number, and the first five. Each has its
 * line in the file, an error code, and the date (`YYYY-MM-DD`) that counts as busy because of it, if any.
 */
export const unreadParts = z.object({
  count: z.int().min(0),
  first: z.array(z.object({ line: z.int(), code: errorCode, date: z.iso.date().nullable() })).max(5),
})
export type UnreadParts = z.infer<typeof unreadParts>
