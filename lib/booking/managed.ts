/** A booking as its visitor's own page knows it. Dates and times (`YYYY-MM-DD`, `HH:MM`) are the studio's. */
export interface ManagedBooking {
  id: string
  name: string
  email: string
  message: string | null
  phone: string | null
  package: string | null
  date: string
  start_time: string
  end_time: string
  status: 'pending' | 'confirmed' | 'cancelled'
  location: string | null
  link_version: number
  calendar_sequence: number
}

/** What can be done by a booking's link. An erasure is asked about once more before it is done. */
export type Intent = 'cancel' | 'move' | 'erase' | 'erase-now'

/** The fields of the page's forms. `link` is the last part of its address, `seen` the `calendar_sequence` that the page showed. */
export type ManageField = 'link' | 'seen' | 'intent' | 'reason' | 'time' | 'email'
export type ManageEntries = Record<ManageField, string>

/** What the forms' action returns. */
export type ManageState =
  | { status: 'idle' }
  | { status: 'success'; message: string; detail?: string }
  | {
      status: 'error'
      intent: string
      message: string
      detail?: string
      field?: ManageField
      entries: ManageEntries
    }
  /** The e-mail address is right: shall it be done? */
  | { status: 'asked'; entries: ManageEntries }

/** Reads a sent form. Files and absent fields are empty. */
export function readManageEntries(form: FormData): ManageEntries {
  const text = (field: ManageField) => {
    const value = form.get(field)
    return typeof value === 'string' ? value : ''
  }
  return {
    link: text('link'),
    seen: text('seen'),
    intent: text('intent'),
    reason: text('reason'),
    time: text('time'),
    email: text('email'),
  }
}

/** Where a call stands at an instant; `start` and `end` are instants in milliseconds. */
export type CallPhase = 'pending' | 'confirmed' | 'cancelled' | 'now' | 'over'

/** In words: what was asked for waits, stands or is cancelled; a confirmed call is on from its start to its end. */
export function phaseOf(
  status: ManagedBooking['status'],
  start: number,
  end: number,
  now: number,
): CallPhase {
  if (status === 'cancelled' || now < start) return status
  return status === 'confirmed' && now < end ? 'now' : 'over'
}

/** How long before its start a call can be joined, in milliseconds. */
export const JOIN_BEFORE_MS = 600_000
