import { z } from 'zod'
import { bookingStatuses, replyKinds } from '../statuses'

const request = {
  id: z.guid(),
  lease: z.guid(),
  recipient: z.enum(['visitor', 'studio']),
  /** The id of the booking or inquiry; for a mail about an offer, of the offer's request. */
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
  /** The call's location. Only visitors may get it by mail, and only if the call is confirmed. */
  where: z.object({ text: z.string(), url: z.string().nullable() }),
  /** The call's location that the visitor knows, as one line; null if it has not changed. */
  known_location: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  /** The studio's message to the visitor about the cancellation. */
  cancel_message: z.string().nullable().default(null),
  link_version: z.number(),
  calendar_sequence: z.number(),
  /** To a visitor: true for the reminder an hour before the call. */
  is_soon: z.boolean().default(false),
  /** To the studio: the calls still to confirm. `others` are the other calls on the same dates. */
  calls: z.array(call).default([]),
  others: z.array(call).default([]),
}
const inquiry = { ...request, about: z.literal('inquiry') }
/** The earlier mail whose thread this mail continues. */
const thread = {
  /** The id of the mail that confirmed the request's arrival, if still stored. */
  thread: z.guid().nullable().default(null),
  /** The SEQUENCE in the calendar file of the `thread` mail. */
  thread_sequence: z.number().default(0),
}
/** The text that an admin wrote to the visitor. */
const words = z.object({
  kind: z.enum(replyKinds),
  subject: z.string(),
  body: z.string(),
  ...thread,
})
/** The fields of a mail that contains only an admin's text. */
const reply = { kind: z.literal('reply'), reply: words }

/**
 * A mail that `claim_mail` has leased to this process, with its booking or inquiry. `date` (`YYYY-MM-DD`) and
 * the times (`HH:MM`) are on the studio's clock.
 */
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
    /** The text of the admin who confirmed or declined the call. */
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
    /** The offer's newest version: its number, text and hash, and its last day. */
    version: z.number(),
    text: z.string(),
    sha256: z.string(),
    valid_until: z.string(),
    channel: z.enum(['page', 'email']).nullable(),
    typed_name: z.string().nullable(),
    accepted_at: z.string().nullable(),
    /** The reason for declining or withdrawing the offer. */
    ended_reason: z.string().nullable(),
    /** The founder's own text for this mail. */
    words: z.string().nullable().default(null),
    ...thread,
  }),
  z.object({ ...booking, ...reply }),
  z.object({ ...inquiry, ...reply }),
])

export type ClaimedMail = z.infer<typeof claimedMail>
export type ClaimedReply = Extract<ClaimedMail, { kind: 'reply' }>
export type BookingMail = Exclude<Extract<ClaimedMail, { about: 'booking' }>, ClaimedReply>
/** A call in a mail to the studio. */
export type StudioCall = z.infer<typeof call>
export type OfferMail = Extract<ClaimedMail, { about: 'offer' }>
