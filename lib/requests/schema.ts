import { z } from 'zod'
import { bookingStatuses, inquiryStatuses, settableStatuses } from './request'

/** As many records as a page has. */
const some = <Change extends z.ZodType>(change: Change) => z.array(change).min(1).max(100)

/**
 * A booking's change of status: to which, and which one and what time (`YYYY-MM-DD HH:MM`) the admin saw. All are checked; what was seen by
 * the database.
 */
export const bookingChanges = some(
  z.object({
    id: z.uuid(),
    seen: z.enum(bookingStatuses),
    time: z.string().length(16),
    status: z.enum(settableStatuses.booking),
  }),
)
export type BookingChange = z.infer<typeof bookingChanges>[number]

/** The way back from a cancellation, also to pending. */
export const bookingRestores = some(
  z.object({ id: z.uuid(), seen: z.literal('cancelled'), status: z.enum(['pending', 'confirmed']) }),
)
export type BookingRestore = z.infer<typeof bookingRestores>[number]

/** The same for an inquiry. */
export const inquiryChanges = some(
  z.object({ id: z.uuid(), seen: z.enum(inquiryStatuses), status: z.enum(settableStatuses.inquiry) }),
)
export type InquiryChange = z.infer<typeof inquiryChanges>[number]

/** Whose records to erase. */
export const erasure = z.object({ email: z.string().min(3).max(254) })
export type Erasure = z.infer<typeof erasure>
