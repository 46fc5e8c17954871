import { z } from 'zod'
import { bookingStatuses, inquiryStatuses } from './request'

/** A booking's change of status: to which, and which one the admin saw. Both are checked; the second by the database. */
export const bookingChange = z.object({
  id: z.uuid(),
  seen: z.enum(bookingStatuses),
  status: z.enum(['confirmed', 'cancelled']),
})
export type BookingChange = z.infer<typeof bookingChange>

/** The same for an inquiry. */
export const inquiryChange = z.object({
  id: z.uuid(),
  seen: z.enum(inquiryStatuses),
  status: z.enum(['read', 'replied', 'archived']),
})
export type InquiryChange = z.infer<typeof inquiryChange>

/** Whose records to erase. */
export const erasure = z.object({ email: z.string().min(3).max(254) })
export type Erasure = z.infer<typeof erasure>
