import { z } from 'zod'
import { ROOM } from '../room'
import { atMost, cleanLine } from '../text'

// The database has the same limits.
const name = z
  .string()
  .transform(cleanLine)
  .refine(Boolean, 'Please give the room a name.')
  .refine(...atMost(100))
  .refine((text) => !/https?:\/\//.test(text), 'The address has a field of its own.')
  .refine((text) => !text.includes(ROOM), `${ROOM} belongs in the address.`)
const url = z
  .string()
  .transform(cleanLine)
  .refine(Boolean, 'Please give the address of the room.')
  .refine(...atMost(300))
  .refine(
    (text) => /^https:\/\/\S+$/.test(text) && URL.canParse(text),
    'Please give an address that begins with https://.',
  )
  .refine(
    (text) => !/[{}]/.test(text) || /^https:\/\/[^{}/]+\/[^{}]*\{call\}[^{}]*$/.test(text),
    `Please put ${ROOM} in the address once, after its first slash.`,
  )

/**
 * Where calls happen that have no location of their own: in a video room, or by phone, when the
 * studio rings the visitor.
 */
export const usualLocation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), name, url }),
  z.object({ kind: z.literal('phone') }),
])
export type UsualLocation = z.infer<typeof usualLocation>

/** The usual location as it is stored; `is_sample` until an admin has set it. */
export const storedLocation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), name: z.string(), url: z.string(), is_sample: z.boolean() }),
  // With the room that was set before, if any.
  z.object({
    kind: z.literal('phone'),
    name: z.string().nullish(),
    url: z.string().nullish(),
    is_sample: z.boolean(),
  }),
])
export type StoredLocation = z.infer<typeof storedLocation>

/** A usual location to be saved, and what was stored when its form was begun. */
export const locationChange = usualLocation.and(z.object({ seen: storedLocation.optional() }))
export type LocationChange = z.infer<typeof locationChange>

/** Whether visitors are reminded 24 hours, and an hour, before a confirmed call. */
export const reminders = z.object({ day_before: z.boolean(), hour_before: z.boolean() })
export type Reminders = z.infer<typeof reminders>

/** The hours before a call within which visitors cannot book it, as they are typed. */
export const noticeHours = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, 'Please give a number from 0 to 72.')
  .transform(Number)
  .refine((hours) => hours <= 72, 'At most 72 hours, please.')
