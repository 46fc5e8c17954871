import { z } from 'zod'
import { line, optionalLines } from '../typed-text'
import { MAX_CANCEL_MESSAGE, settableStatuses } from './request'
import { bookingStatuses, inquiryStatuses } from '../statuses'

export const requestId = z.uuid()
/** The browser's id of one press, so that the database runs it only once. */
export const formId = z.uuid()
/** Fails if somebody else changed the request after `revision`. `name` is for messages about a failed change. */
const change = z.object({ id: requestId, name: z.string().max(500), revision: z.int().min(0) })

const batchOf = <Change extends z.ZodType<{ id: string }>>(each: Change) =>
  z
    .array(each)
    .min(1)
    .max(100)
    .refine((changes) => new Set(changes.map(({ id }) => id.toLowerCase())).size === changes.length)

const isOneStatus = (changes: { status: string }[]) => new Set(changes.map(({ status }) => status)).size === 1

export const bookingChanges = z.object({
  changes: batchOf(
    change.extend({
      seenStatus: z.enum(bookingStatuses),
      status: z.enum(settableStatuses.booking),
      cancel_message: optionalLines(MAX_CANCEL_MESSAGE).optional(),
    }),
  ).refine(isOneStatus),
  /** The admin saw which of these bookings were cancelled by their visitors. */
  agreed: z.boolean().optional(),
})
export type BookingChange = z.infer<typeof bookingChanges>['changes'][number]

export const inquiryChanges = z.object({
  changes: batchOf(
    change.extend({ seenStatus: z.enum(inquiryStatuses), status: z.enum(settableStatuses.inquiry) }),
  ).refine(isOneStatus),
})
export type InquiryChanges = z.infer<typeof inquiryChanges>
export type InquiryChange = InquiryChanges['changes'][number]

export type StatusChange = BookingChange | InquiryChange

export const callsToAsk = batchOf(change.omit({ name: true }))
export type CallsToAsk = z.infer<typeof callsToAsk>

export const undoing = z.object({
  of: z.enum([
    ...(['booking', 'inquiry', 'booked', 'owner', 'answer', 'reply', 'told', 'asked', 'kept'] as const),
    'recorded', // the acceptance of an offer
  ]),
  acts: z.array(change).min(1).max(500),
})
export type Undoing = z.infer<typeof undoing>
export type Act = Undoing['acts'][number]

/** '' is the usual location. `seen` is the location that the form showed. */
export const locationChange = z.object({ id: requestId, location: line(500), seen: z.string().max(500) })
