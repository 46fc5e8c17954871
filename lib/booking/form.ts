import type { ActionState } from '../action-state'
import type { Choice } from './slots'

/** The form's fields. `time` is an encoded choice or {@link NO_TIME}. */
export type BookingField = 'name' | 'email' | 'message' | 'time' | 'request_id'

/** What was typed and chosen, as it was sent. */
export type Entries = Record<BookingField, string>

/** The `time` of a plain inquiry. */
export const NO_TIME = 'none'

/** The hidden field that people leave empty and programs fill in. Its name means nothing, so that no browser fills it in for a person. */
export const HONEYPOT = 'v7'

/** What was stored. `repeat` tells of a request that was stored before: whether this time changed its row. */
export type Sent =
  | {
      kind: 'booking'
      id: string
      status: string
      date: string
      start_time: string
      end_time: string
      repeat?: 'updated' | 'unchanged'
    }
  | { kind: 'inquiry'; id: string; status: string; repeat?: 'updated' | 'unchanged' }

/**
 * What the form's action returns. After a refused time `alternatives` holds the nearest free ones. `next_request_id` is for the next
 * request.
 */
export type BookingState = ActionState<BookingField, { sent: Sent; next_request_id: string }> & {
  alternatives?: Choice[]
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
    message: text('message'),
    time: text('instead') || text('time'),
    request_id: text('request_id'),
  }
}
