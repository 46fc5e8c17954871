import { postedFields } from '../posted-form'
import type { BookingStatus } from '../statuses'

/**
 * A visitor's action on a booking's page. 'take' moves the call to one of the times at the page's top, 'move'
 * to any other time. 'erase' asks for confirmation, 'erase-now' is the confirmed erasure.
 */
export type Intent = 'cancel' | 'move' | 'take' | 'erase' | 'erase-now'

/**
 * The fields of the forms on a booking's page. `token` is the last segment of the page's path, `sequence` the
 * `calendar_sequence` that the page showed.
 */
const manageFields = ['token', 'sequence', 'intent', 'reason', 'time', 'email'] as const
export type ManageField = (typeof manageFields)[number]
export type ManageEntries = Record<ManageField, string>

/** The result of posting a form on a booking's page. */
export type ManageState =
  | { status: 'idle' }
  /** 'take' also means that the call is confirmed. */
  | { status: 'success'; done: 'cancel' | 'move' | 'take' }
  | {
      status: 'error'
      intent: string
      message: string
      detail?: string
      field?: ManageField
      entries: ManageEntries
    }
  /** The visitor typed the right e-mail address. The page now asks for confirmation. */
  | { status: 'confirm'; entries: ManageEntries }

/** The most characters of a visitor's reason for cancelling, the same as in the database. */
export const MAX_REASON = 500

export function readManageEntries(form: FormData): ManageEntries {
  return postedFields(form, manageFields)
}

/**
 * The phase of a call. Until the start: its status, or 'late' if it is not confirmed three hours before. Then
 * 'now' and 'over', or 'unconfirmed' if the studio never confirmed the call. While the studio proposes other
 * times: 'proposed' until the start, then 'missed'.
 */
export type CallPhase =
  'pending' | 'late' | 'confirmed' | 'cancelled' | 'proposed' | 'now' | 'over' | 'unconfirmed' | 'missed'

/**
 * The studio should confirm a call at least this long (milliseconds) before the start. Otherwise the database
 * mails the visitor.
 */
const LATE_MS = 3 * 3_600_000

/** The phase of a call at `now`. `start`, `end` and `now` are instants in milliseconds. */
export function callPhase({ status, isProposed, start, end }: PhasedCall, now: number): CallPhase {
  if (status === 'cancelled') return status
  if (isProposed) return now < start ? 'proposed' : 'missed'
  if (now < start) return status === 'pending' && now >= start - LATE_MS ? 'late' : status
  if (status === 'pending') return 'unconfirmed'
  return now < end ? 'now' : 'over'
}

interface PhasedCall {
  status: BookingStatus
  isProposed: boolean
  start: number
  end: number
}

/** The visitor can join a call this long (milliseconds) before its start. */
export const JOIN_BEFORE_MS = 600_000

/** True if the visitor can join the video call at `now`, in milliseconds. */
export function canJoin(
  { start, end }: Pick<PhasedCall, 'start' | 'end'>,
  { url }: { url: string | null },
  now: number,
): boolean {
  return url !== null && now >= start - JOIN_BEFORE_MS && now < end
}
