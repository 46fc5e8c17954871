import { postedFields } from '../posted-form'
import type { BookingStatus } from '../statuses'

/** 'take' moves the call to one of the times at the page's top, 'move' to any other; 'erase' asks for confirmation. */
export type Intent = 'cancel' | 'move' | 'take' | 'erase' | 'erase-now'

/** `token` is the last segment of the page's path, `sequence` the `calendar_sequence` that the page showed. */
const manageFields = ['token', 'sequence', 'intent', 'reason', 'time', 'email'] as const
export type ManageField = (typeof manageFields)[number]
export type ManageEntries = Record<ManageField, string>

export type ManageState =
  | { status: 'idle' }
  /** 'take' also confirms the call. */
  | { status: 'success'; done: 'cancel' | 'move' | 'take' }
  | {
      status: 'error'
      intent: string
      message: string
      detail?: string
      field?: ManageField
      entries: ManageEntries
    }
  | { status: 'confirm'; entries: ManageEntries }

export const MAX_REASON = 500

export function readManageEntries(form: FormData): ManageEntries {
  return postedFields(form, manageFields)
}

/**
 * 'late' is not confirmed three hours before the start; 'unconfirmed' never was. While the studio proposes other times:
 * 'proposed' until the start, then 'missed'.
 */
export type CallPhase =
  'pending' | 'late' | 'confirmed' | 'cancelled' | 'proposed' | 'now' | 'over' | 'unconfirmed' | 'missed'

/** In milliseconds before the start. Then the database mails the visitor. */
const LATE_MS = 3 * 3_600_000

export function callPhase({ status, isProposed, start, end }: TimedCall, now: number): CallPhase {
  if (status === 'cancelled') return status
  if (isProposed) return now < start ? 'proposed' : 'missed'
  if (now < start) return status === 'pending' && now >= start - LATE_MS ? 'late' : status
  if (status === 'pending') return 'unconfirmed'
  return now < end ? 'now' : 'over'
}

interface TimedCall {
  status: BookingStatus
  isProposed: boolean
  /** In milliseconds, like `end`. */
  start: number
  end: number
}

export const JOIN_BEFORE_MS = 600_000

/** `url` is that of the call's location; null unless it is online. */
export function canJoin(
  { start, end }: Pick<TimedCall, 'start' | 'end'>,
  { url }: { url: string | null },
  now: number,
): boolean {
  return url !== null && now >= start - JOIN_BEFORE_MS && now < end
}
