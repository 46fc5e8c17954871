import { z } from 'zod'
import { bookingStatuses, replyKinds } from '../statuses'

const request = {
  id: z.guid(),
  lease: z.guid(),
  recipient: z.enum(['visitor', 'studio']),
  /** The id of the booking or inquiry; for an offer's mail, of the offer's request. */
  about_id: z.guid(),
  name: z.string(),
  email: z.string(),
  message: z.string().nullable(),
  package: z.string().nullable(),
  /** A moved call's earlier start, as the recipient knows it. */
  known_date: z.string().nullable(),
  known_start_time: z.string().nullable(),
  known_end_time: z.string().nullish(),
}

const call = z.object({
  about_id: z.guid(),
  name: z.string(),
  status: z.enum(bookingStatuses),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
})

const booking = {
  ...request,
  about: z.literal('booking'),
  status: z.enum(bookingStatuses),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  phone: z.string().nullable(),
  where: z.object({ text: z.string(), url: z.string().nullable() }),
  /** As the visitor knows it; null if it has not changed. */
  known_location: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  cancel_message: z.string().nullable().default(null),
  link_version: z.number(),
  calendar_sequence: z.number(),
  /** The reminder an hour before the call. */
  is_soon: z.boolean().default(false),
  /** To the studio: the calls still to confirm. `others` are the other calls on the same dates. */
  calls: z.array(call).default([]),
  others: z.array(call).default([]),
}
const inquiry = { ...request, about: z.literal('inquiry') }
const thread = {
  /** The id of the mail that confirmed the request's arrival, if still stored. */
  thread: z.guid().nullable().default(null),
  thread_sequence: z.number().default(0),
}
const words = z.object({
  kind: z.enum(replyKinds),
  subject: z.string(),
  body: z.string(),
  ...thread,
})
const reply = { kind: z.literal('reply'), reply: words }

/** Leased to this process by `claim_mail`. `date` (`YYYY-MM-DD`) and times (`HH:MM`) are on the studio's clock. */
export const claimedMail = z.union([
  z.object({
    ...booking,
    kind: z.enum([
      'received',
      'confirmed',
      'moved',
      'location',
      'kept',
      'cancelled',
      'reminder',
      'still_pending',
    ]),
    reply: words.optional(),
  }),
  z.object({ ...inquiry, kind: z.literal('received') }),
  z.object({
    ...request,
    about: z.literal('offer'),
    kind: z.enum([
      'offer',
      'offer_accepted',
      'offer_declined',
      'offer_withdrawn',
      'offer_follow_up',
      'offer_expired',
    ]),
    offer_id: z.guid(),
    link_version: z.number(),
    version: z.number(),
    text: z.string(),
    sha256: z.string(),
    valid_until: z.string(),
    channel: z.enum(['page', 'email']).nullable(),
    typed_name: z.string().nullable(),
    accepted_at: z.string().nullable(),
    ended_reason: z.string().nullable(),
    words: z.string().nullable().default(null),
    ...thread,
  }),
  z.object({ ...booking, ...reply }),
  z.object({ ...inquiry, ...reply }),
])

export type ClaimedMail = z.infer<typeof claimedMail>
export type ClaimedReply = Extract<ClaimedMail, { kind: 'reply' }>
export type BookingMail = Exclude<Extract<ClaimedMail, { about: 'booking' }>, ClaimedReply>
export type StudioCall = z.infer<typeof call>
export type OfferMail = Extract<ClaimedMail, { about: 'offer' }>
