import { z } from 'zod'
import { cleanLine, lengthOf } from '../booking/text'
import { bookingStatuses, inquiryStatuses, settableStatuses } from './request'

/** Between one record and a full page of them. */
const batchOf = <Change extends z.ZodType>(change: Change) => z.array(change).min(1).max(100)

/**
 * Changes of bookings' statuses. `seen` and `time` (`YYYY-MM-DD HH:MM`) are what the admin saw; a booking that differs from that is not
 * changed.
 */
export const bookingChanges = batchOf(
  z.object({
    id: z.uuid(),
    seen: z.enum(bookingStatuses),
    time: z.string().length(16),
    status: z.enum(settableStatuses.booking),
  }),
)
export type BookingChange = z.infer<typeof bookingChanges>[number]

/** Undoing cancellations, which can also set a booking back to pending. */
export const bookingRestores = batchOf(
  z.object({ id: z.uuid(), seen: z.literal('cancelled'), status: z.enum(['pending', 'confirmed']) }),
)
export type BookingRestore = z.infer<typeof bookingRestores>[number]

/** Changes of inquiries' statuses. */
export const inquiryChanges = batchOf(
  z.object({ id: z.uuid(), seen: z.enum(inquiryStatuses), status: z.enum(settableStatuses.inquiry) }),
)
export type InquiryChange = z.infer<typeof inquiryChanges>[number]

/** The e-mail address of the person to erase. */
export const erasure = z.object({ email: z.string().min(3).max(254) })
export type Erasure = z.infer<typeof erasure>

/** The place of one booking's call, at most 500 characters; '' for the usual place. */
export const locationChange = z.object({
  id: z.uuid(),
  location: z
    .string()
    .transform(cleanLine)
    .refine((text) => lengthOf(text) <= 500),
})
export type LocationChange = z.infer<typeof locationChange>
