import { postedFields } from '../posted-form'
import type { BookingStatus } from '../requests/request'

/**
 * A visitor's intent on a booking's page. 'take' moves the call to one of the times at the page's top, 'move'
 * to any other. 'erase' asks for confirmation, 'erase-now' is the confirmed erasure.
 */
export type Intent = 'cancel' | 'move' | 'take' | 'erase' | 'erase-now'

/**
 * The fields of the page's forms. `token` is the last segment of the page's path, `sequence` the
 * `calendar_sequence` that the page showed.
 */
const manageFields = ['token', 'sequence', 'intent', 'reason', 'time', 'email'] as const
export type ManageField = (typeof manageFields)[number]
export type ManageEntries = Record<ManageField, string>

/** The result of the forms' action. */
export type ManageState =
  | { status: 'idle' }
  /** 'take' also confirmed the call. */
  | { status: 'success'; done: 'cancel' | 'move' | 'take' }
  | {
      status: 'error'
      intent: string
      message: string
      detail?: string
      field?: ManageField
      entries: ManageEntries
    }
  /** The e-mail address was right. The page now asks for confirmation. */
  | { status: 'confirm'; entries: ManageEntries }

/** The most characters of a reason for cancelling, the same as in the database. */
export const MAX_REASON = 500

export function readManageEntries(form: FormData): ManageEntries {
  return postedFields(form, manageFields)
}

/**
 * A call's status until it starts ('late' if it is not confirmed three hours before), then 'now' and 'over',
 * or 'unconfirmed' if it never was confirmed. While the studio proposes other times, the call is 'proposed'
 * until its start, then 'missed'.
 */
export type CallPhase =
  'pending' | 'late' | 'confirmed' | 'cancelled' | 'proposed' | 'now' | 'over' | 'unconfirmed' | 'missed'

/**
 * How long before its start a call should be confirmed, in milliseconds. The database then mails its visitor.
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

/** How long before its start the visitor can join a call, in milliseconds. */
export const JOIN_BEFORE_MS = 600_000

/** True if the video call is open at `now`, in milliseconds. */
export function canJoin(
  { start, end }: Pick<PhasedCall, 'start' | 'end'>,
  { url }: { url: string | null },
  now: number,
): boolean {
  return url !== null && now >= start - JOIN_BEFORE_MS && now < end
}
