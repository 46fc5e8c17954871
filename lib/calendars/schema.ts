import { z } from 'zod'

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
