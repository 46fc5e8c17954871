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
/** 1.0.0 stored no `time` and no `repeats`. */
const unreadPart = z.object({
  line: z.int(),
  code: errorCode,
  date: z.iso.date().nullable(),
  time: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .nullable()
    .default(null),
  repeats: z.boolean().default(false),
})
/**
 * The parts of a calendar that a reading did not understand or guessed: their number, and the first five. Each has its
 * line in the file, a code, the date (`YYYY-MM-DD`) and time on the calendar's clock when the event begins, and whether
 * it repeats.
 */
export const unreadParts = z.object({
  count: z.int().min(0),
  first: z.array(unreadPart).max(5),
})
export type UnreadParts = z.infer<typeof unreadParts>
