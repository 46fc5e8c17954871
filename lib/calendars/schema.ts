import { z } from 'zod'

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
/** The number of parts not understood, and the first five; date and time are on the calendar's own clock. */
export const unreadParts = z.object({
  count: z.int().min(0),
  first: z.array(unreadPart).max(5),
})
export type UnreadParts = z.infer<typeof unreadParts>
