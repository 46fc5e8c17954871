import type { ActionState } from '../action-state'
import { postedFields, postedText } from '../posted-form'
import type { TimeSlot } from './slots'

/** In characters (code points), the same as in the database. */
export const limits = { name: 100, email: 254, phone: 30, message: 5_000 } as const
export type TextField = keyof typeof limits
export const textFields = Object.keys(limits) as TextField[]

const bookingFields = ['name', 'email', 'phone', 'message', 'package', 'fit', 'time', 'request_id'] as const
export type BookingField = (typeof bookingFields)[number]

export const CHECK_FIELDS = 'Please check the marked fields.'

export type Entries = Record<BookingField, string>

export const NO_TIME = 'none'

/** A hidden field that only bots fill in. No browser autofills a name without meaning. */
export const HONEYPOT = 'v7'

export type StoredRequest = {
  id: string
  status: string
  email: string
  /** True if the form was stored before with other values; the first values stay. */
  differs?: boolean
  mailed?: boolean
  origin?: string | null
} & (
  | {
      kind: 'booking'
      date: string
      start_time: string
      end_time: string
      /** Null without `SITE_SECRET`, and when the stored booking has another e-mail address. */
      manage: string | null
      phone?: string | null
    }
  | { kind: 'inquiry' }
)

/** `alternatives` are the three nearest free times. The form sends `next_request_id` with its next request. */
export type SubmitResult = (
  ActionState<BookingField, { sent: StoredRequest; next_request_id: string }> | StepResult
) & { alternatives?: TimeSlot[] }

/** The buttons 'Next' and 'Back'; their value is the step to show. */
export const STEP = 'step'

interface StepResult {
  status: 'step'
  step: 1 | 2
  entries: Entries
}

export function readEntries(form: FormData): Entries {
  const entries = postedFields(form, bookingFields)
  return { ...entries, time: postedText(form, 'instead') || entries.time }
}
