import { z } from 'zod'
import { atMost, cleanLine, cleanText } from '../text'
import { MAX_REPLY } from './replies'
import {
  bookingStatuses,
  inquiryStatuses,
  MAX_CANCEL_MESSAGE,
  MAX_NOTE,
  MAX_OUTCOME_REASON,
  outcomes,
  replyKinds,
  settableStatuses,
} from './request'

/** The message to the visitor of a cancelled call; undefined when empty. */
const cancelMessage = z
  .string()
  .transform(cleanText)
  .refine(...atMost(MAX_CANCEL_MESSAGE))
  .transform((text) => text || undefined)

export const requestId = z.uuid()
/** The browser's id of one press of a button, so that the database runs it only once. */
export const formId = z.uuid()
/**
 * A change of one request. It fails if somebody else changed the request after `revision`, which the admin
 * saw. `name` is the person's name, for messages about a failed change.
 */
const change = z.object({ id: requestId, name: z.string().max(500), revision: z.int().min(0) })

/** Changes of different requests, at most one full page. */
const batchOf = <Change extends z.ZodType<{ id: string }>>(each: Change) =>
  z
    .array(each)
    .min(1)
    .max(100)
    .refine((changes) => new Set(changes.map(({ id }) => id.toLowerCase())).size === changes.length)

const isOneStatus = (changes: { status: string }[]) => new Set(changes.map(({ status }) => status)).size === 1

/** Changes of bookings to one status. `seenStatus` is the booking's status that the admin saw. */
export const bookingChanges = z.object({
  changes: batchOf(
    change.extend({
      seenStatus: z.enum(bookingStatuses),
      status: z.enum(settableStatuses.booking),
      cancel_message: cancelMessage.optional(),
    }),
  ).refine(isOneStatus),
  /** True if the admin saw which of these bookings were cancelled by their visitors. */
  agreed: z.boolean().optional(),
})
export type BookingChanges = z.infer<typeof bookingChanges>
export type BookingChange = BookingChanges['changes'][number]

/** Changes of inquiries to one status. */
export const inquiryChanges = z.object({
  changes: batchOf(
    change.extend({ seenStatus: z.enum(inquiryStatuses), status: z.enum(settableStatuses.inquiry) }),
  ).refine(isOneStatus),
})
export type InquiryChanges = z.infer<typeof inquiryChanges>
export type InquiryChange = InquiryChanges['changes'][number]

export type StatusChange = BookingChange | InquiryChange

/** Calls whose visitors the studio asks for another time. */
export const callsToAsk = batchOf(change.omit({ name: true }))
export type CallsToAsk = z.infer<typeof callsToAsk>

/** An admin's action to undo: its requests, each with the revision that the action made. */
export const undoing = z.object({
  of: z.enum([
    ...(['booking', 'inquiry', 'booked', 'owner', 'answer', 'reply', 'told', 'asked', 'kept'] as const),
    'recorded', // the acceptance of an offer
  ]),
  acts: z.array(change).min(1).max(500),
})
export type Undoing = z.infer<typeof undoing>
export type Act = Undoing['acts'][number]

/** The e-mail address of the person to erase. `cancels` is true to cancel the person's future calls. */
export const erasure = z.object({ email: z.string().min(3).max(254), cancels: z.boolean() })
export type Erasure = z.infer<typeof erasure>

/**
 * The location of one booking's call, at most 500 characters; '' for the usual location. `seen` is the
 * location that the form showed.
 */
export const locationChange = z.object({
  id: requestId,
  location: z
    .string()
    .transform(cleanLine)
    .refine(...atMost(500)),
  seen: z.string().max(500),
})
export type LocationChange = z.infer<typeof locationChange>

/**
 * The owner of a request: an admin's user id, or null for nobody. `seen` is the owner that the form showed.
 */
const owner = z.guid().nullable()
export const ownerChange = z.object({ id: requestId, owner, seen: owner, formId })
export type OwnerChange = z.infer<typeof ownerChange>

/** An admin's record of a reply that the site did not send. */
export const answerNote = z.object({
  id: requestId,
  act: z.enum(['elsewhere', 'not_needed', 'they_answered']),
  formId,
})
export type AnswerNote = z.infer<typeof answerNote>

const noteBody = z
  .string()
  .transform(cleanText)
  .refine(Boolean, 'The note is empty.')
  .refine(...atMost(MAX_NOTE))

/** A new note. The form creates `noteId`, so that the database stores a repeated submit only once. */
export const newNote = z.object({ id: requestId, noteId: z.uuid(), body: noteBody })
export type NewNote = z.infer<typeof newNote>

/** A change of the admin's own note. */
export const noteChange = z.object({ noteId: z.uuid(), body: noteBody })
export type NoteChange = z.infer<typeof noteChange>

/**
 * The outcome of a call; null removes it. Only the outcome `lost` has a reason, of at most 200
 * characters.
 */
export const outcomeChange = z.object({
  id: requestId,
  outcome: z.enum(outcomes).nullable(),
  reason: z
    .string()
    .transform(cleanLine)
    .refine(...atMost(MAX_OUTCOME_REASON)),
  formId,
})
export type OutcomeChange = z.infer<typeof outcomeChange>

/**
 * A reply. The site sends it if it has a text; otherwise the admin sent it another way. The form creates
 * `replyId`; `times` are the proposed times.
 */
export const newReply = z.object({
  id: requestId,
  /** The recipient's name that the admin saw. */
  name: z.string().max(100),
  replyId: z.uuid(),
  revision: z.int().min(0),
  kind: z.enum(replyKinds),
  text: z
    .object({
      subject: z
        .string()
        .transform(cleanLine)
        .refine(Boolean, 'The subject is empty.')
        .refine(...atMost(200)),
      body: z
        .string()
        .transform(cleanText)
        .refine(Boolean, 'The text is empty.')
        .refine(...atMost(MAX_REPLY)),
    })
    .nullable(),
  times: z.array(z.object({ date: z.iso.date(), time_slot_id: z.guid() })).max(100),
})
export type NewReply = z.infer<typeof newReply>
