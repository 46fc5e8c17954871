import { z } from 'zod'
import { cleanLine, lengthOf } from '../booking/text'
import { bookingStatuses, inquiryStatuses, settableStatuses } from './request'

/** Changes of one record, up to a full page of them. `name` is the person's, for messages about what could not be set. */
const batchOf = <Change extends z.ZodRawShape>(change: Change) =>
  z
    .array(z.object({ id: z.uuid(), name: z.string().max(500), ...change }))
    .min(1)
    .max(100)

/**
 * Changes of bookings' statuses. `seen` and `time` (`YYYY-MM-DD HH:MM`) are what the admin saw; a booking that differs from that is not
 * changed.
 */
export const bookingChanges = batchOf({
  seen: z.enum(bookingStatuses),
  time: z.string().length(16),
  status: z.enum(settableStatuses.booking),
})
export type BookingChange = z.infer<typeof bookingChanges>[number]

/** Undoing cancellations, which can also set a booking back to pending. */
export const bookingRestores = batchOf({
  seen: z.literal('cancelled'),
  status: z.enum(['pending', 'confirmed']),
})
export type BookingRestore = z.infer<typeof bookingRestores>[number]

/** Changes of inquiries' statuses. */
export const inquiryChanges = batchOf({
  seen: z.enum(inquiryStatuses),
  status: z.enum(settableStatuses.inquiry),
})
export type InquiryChange = z.infer<typeof inquiryChanges>[number]
export type StatusChange = BookingChange | BookingRestore | InquiryChange

/** The e-mail address of the person to erase. */
export const erasedEmail = z.string().min(3).max(254)

/** The place of one booking's call, at most 500 characters; '' for the usual place. */
export const locationChange = z.object({
  id: z.uuid(),
  location: z
    .string()
    .transform(cleanLine)
    .refine((text) => lengthOf(text) <= 500),
})
export type LocationChange = z.infer<typeof locationChange>
