import { z } from 'zod'
import { bookingStatuses, replyKinds } from '../requests/request'

const request = {
  id: z.guid(),
  lease: z.guid(),
  recipient: z.enum(['visitor', 'studio']),
  /** The id of the booking or inquiry; for an offer's mail, its request's. */
  about_id: z.guid(),
  name: z.string(),
  email: z.string(),
  message: z.string().nullable(),
  package: z.string().nullable(),
  /** The earlier start of a moved call, as the mail's reader knows it. */
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
  /** The call's location. Mail it only to the visitor, and only once the call is confirmed. */
  where: z.object({ text: z.string(), url: z.string().nullable() }),
  /** The location that the visitor knows, as one line, when it differs. */
  known_location: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  /** The studio's message about its cancellation. */
  cancel_message: z.string().nullable().default(null),
  link_version: z.number(),
  calendar_sequence: z.number(),
  /** To a visitor: true for the reminder an hour before. */
  is_soon: z.boolean().default(false),
  /** To the studio: the calls still to confirm, and the other calls of those dates, or of this one. */
  calls: z.array(call).default([]),
  others: z.array(call).default([]),
}
const inquiry = { ...request, about: z.literal('inquiry') }
/** The mail whose thread this one continues. */
const thread = {
  /** The id of the mail that confirmed the request's arrival, if still known. */
  thread: z.guid().nullable().default(null),
  /** The SEQUENCE of that mail's calendar file. */
  thread_sequence: z.number().default(0),
}
/** An admin's words to the visitor. */
const words = z.object({
  kind: z.enum(replyKinds),
  subject: z.string(),
  body: z.string(),
  ...thread,
})
/** The fields of a mail that has only these words. */
const reply = { kind: z.literal('reply'), reply: words }

/**
 * A mail that `claim_mail` has leased to this process, with its booking or inquiry. Date (`YYYY-MM-DD`) and
 * times (`HH:MM`) are the studio's.
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
    /** The words that confirm or decline the call. */
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
    /** The newest version: its number, text and hash, and its last day. */
    version: z.number(),
    text: z.string(),
    sha256: z.string(),
    valid_until: z.string(),
    channel: z.enum(['page', 'email']).nullable(),
    typed_name: z.string().nullable(),
    accepted_at: z.string().nullable(),
    /** The reason for declining or withdrawing. */
    ended_reason: z.string().nullable(),
    /** The founder's own words. */
    words: z.string().nullable().default(null),
    ...thread,
  }),
  z.object({ ...booking, ...reply }),
  z.object({ ...inquiry, ...reply }),
])

export type ClaimedMail = z.infer<typeof claimedMail>
export type ClaimedReply = Extract<ClaimedMail, { kind: 'reply' }>
export type BookingMail = Exclude<Extract<ClaimedMail, { about: 'booking' }>, ClaimedReply>
/** One of the studio's calls, in a mail to it. */
export type StudioCall = z.infer<typeof call>
export type OfferMail = Extract<ClaimedMail, { about: 'offer' }>
