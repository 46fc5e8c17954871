import { z } from 'zod'
import { ROOM_PLACEHOLDER } from '../content/room'
import { line } from '../typed-text'

// The database has the same limits.
const name = line(100, 'Please give the room a name.')
  .refine((text) => !/https?:\/\//.test(text), 'The address has a field of its own.')
  .refine((text) => !text.includes(ROOM_PLACEHOLDER), `${ROOM_PLACEHOLDER} belongs in the address.`)
const url = line(300, 'Please give the address of the room.')
  .refine(
    (text) => /^https:\/\/\S+$/.test(text) && URL.canParse(text),
    'Please give an address that begins with https://.',
  )
  .refine(
    (text) => !/[{}]/.test(text) || /^https:\/\/[^{}/]+\/[^{}]*\{call\}[^{}]*$/.test(text),
    `Please put ${ROOM_PLACEHOLDER} in the address once, after its first slash.`,
  )

export const usualLocation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), name, url }),
  z.object({ kind: z.literal('phone') }),
])
export type UsualLocation = z.infer<typeof usualLocation>

/**
 * `is_sample` until an admin sets the location. Visitors cannot book a call that begins sooner than `notice_hours`.
 * `samples_seen`: an admin has opened the news about samples.
 */
export const settings = z.object({
  location: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('video'), name: z.string(), url: z.string() }),
    // Keeps the video room that was set before, if any.
    z.object({ kind: z.literal('phone'), name: z.string().optional(), url: z.string().optional() }),
  ]),
  is_sample: z.boolean(),
  day_before: z.boolean(),
  hour_before: z.boolean(),
  notice_hours: z.number(),
  first_steps_put_away: z.boolean(),
  samples_seen: z.boolean(),
})
export type Settings = z.infer<typeof settings>
