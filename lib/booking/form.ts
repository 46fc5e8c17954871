import type { ActionState } from '../action-state'
import type { TimeSlot } from './slots'

/** The form's fields. `time` is an encoded slot or {@link NO_TIME}. */
export type BookingField = 'name' | 'email' | 'phone' | 'message' | 'package' | 'time' | 'request_id'

/** What was typed and chosen, as it was sent. */
export type Entries = Record<BookingField, string>

/** The `time` of a plain inquiry. */
export const NO_TIME = 'none'

/** The hidden field that people leave empty and programs fill in. Its name means nothing, so that no browser fills it in for a person. */
export const HONEYPOT = 'v7'

/** What was stored. `email` is the sender's, as typed. */
export type Sent = {
  id: string
  status: string
  email: string
  /** For a request that was stored before: whether this time changed its row. */
  repeat?: 'updated' | 'unchanged'
  /** Whether the site mails the sender what was stored. */
  mailed?: boolean
} & (
  | {
      kind: 'booking'
      date: string
      start_time: string
      end_time: string
      /** The path of the visitor's page of this booking; null when only its owner may have it, or the site signs no links. */
      manage: string | null
    }
  | { kind: 'inquiry' }
)

/**
 * What the form's action returns. When the time cannot be had, `alternatives` holds the nearest free ones. `next_request_id` is for the
 * next request.
 */
export type SubmitResult = ActionState<BookingField, { sent: Sent; next_request_id: string }> & {
  alternatives?: TimeSlot[]
}

/** Reads a sent form. `instead` is the time of a button that offers another one. Files and absent fields are empty. */
export function readEntries(form: FormData): Entries {
  const text = (field: string) => {
    const value = form.get(field)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    message: text('message'),
    package: text('package'),
    time: text('instead') || text('time'),
    request_id: text('request_id'),
  }
}
