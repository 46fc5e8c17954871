import type { ActionState } from '../action-state'
import { postedFields, postedText } from '../posted-form'
import type { TimeSlot } from './slots'

/** The text fields' maximum lengths in characters (code points), the same as in the database. */
export const limits = { name: 100, email: 254, phone: 30, message: 5_000 } as const
export type TextField = keyof typeof limits
export const textFields = Object.keys(limits) as TextField[]

/** The form's fields. `time` is an encoded slot or {@link NO_TIME}. */
const bookingFields = ['name', 'email', 'phone', 'message', 'package', 'fit', 'time', 'request_id'] as const
export type BookingField = (typeof bookingFields)[number]

/** The form's sentence when each invalid field shows its own error. */
export const CHECK_FIELDS = 'Please check the marked fields.'

/** The form's values as posted, not validated. */
export type Entries = Record<BookingField, string>

/** The value of `time` in an inquiry. */
export const NO_TIME = 'none'

/**
 * The name of the hidden field that only bots fill in. The name has no meaning, so that no browser autofills
 * the field.
 */
export const HONEYPOT = 'v7'

/** The booking or inquiry that a submit stored. `email` is the sender's, as typed. */
export type StoredRequest = {
  id: string
  status: string
  email: string
  /** True if the form was stored before with other values. The stored request keeps its first values. */
  differs?: boolean
  /** True if the sender gets a mail about the request. */
  mailed?: boolean
  /** The origin of the page that sent the form, for absolute links. */
  origin?: string | null
} & (
  | {
      kind: 'booking'
      date: string
      start_time: string
      end_time: string
      /**
       * The path of the booking's own page. Null without `SITE_SECRET`, and when the stored booking has
       * another e-mail address.
       */
      manage: string | null
      /** The visitor's phone number, if the studio rings the visitor. */
      phone?: string | null
    }
  | { kind: 'inquiry' }
)

/**
 * The result of the form's action. If the time is not available, `alternatives` are the three nearest free
 * times. After a success, the form sends `next_request_id` with its next request.
 */
export type SubmitResult = (
  ActionState<BookingField, { sent: StoredRequest; next_request_id: string }> | StepResult
) & { alternatives?: TimeSlot[] }

/** The field name of the buttons 'Next' and 'Back' in a posted form. A button's value is the step to show. */
export const STEP = 'step'

/**
 * The result of 'Next' or 'Back' pressed before hydration: nothing is stored, and the page renders the form
 * with its entries at that step.
 */
interface StepResult {
  status: 'step'
  step: 1 | 2
  entries: Entries
}

/** Reads a posted form. The button of an alternative time posts that time as `instead`. */
export function readEntries(form: FormData): Entries {
  const entries = postedFields(form, bookingFields)
  return { ...entries, time: postedText(form, 'instead') || entries.time }
}
