import { z } from 'zod'

/** A key of the sentences in `lib/content/calendars.ts`. */
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
 * What a reading did not understand or guessed: the number of parts, and the first five. Date (`YYYY-MM-DD`) and time
 * are on the calendar's own clock.
 */
export const unreadParts = z.object({
  count: z.int().min(0),
  first: z.array(unreadPart).max(5),
})
export type UnreadParts = z.infer<typeof unreadParts>
