import 'server-only'
import { revalidatePath } from 'next/cache'
import { AccessError } from '@/lib/supabase/auth'
import { DEADLOCK } from '@/lib/supabase/deadlock'
import { WeekdayChanged } from '@/lib/availability/weekday-changed'
import { clearOpenSlots } from '@/lib/booking/queries'
import { paths } from '@/lib/paths'
import { describeError } from '@/lib/describe-error'
import { UserError } from '@/lib/user-error'
import type { BookedCall, NotOffered } from '@/lib/requests/call-commands'
import type { ChangedRequest } from '@/lib/requests/queries'
import type { Impact } from '@/lib/availability/impact'
import type { FormProblem } from '@/lib/availability/schema'
import type { ActionResult, CancelledBooking, Undo } from './action-result'

/**
 * The outcome of an admin's change: the sentence of success, with its undo or a text to copy; or,
 * when it has to be confirmed first, what it would affect; or the error of a form.
 */
type WorkResult =
  | string
  | { message: string; undo?: Undo }
  | { message: string; copy: string }
  | { impact: Impact }
  | { cancelled: CancelledBooking[] }
  | { changed: ChangedRequest }
  | { outside: NotOffered }
  | { booked: BookedCall }
  | FormProblem
  | { problem: string; field: string }

/** Thrown when some of several requests were not changed. `undo` takes back what was done. */
export class PartlyDone extends UserError {
  constructor(
    message: string,
    detail: string,
    readonly failedIds: string[],
    readonly undo: Undo | undefined,
  ) {
    // The log gets the cause, which has no names.
    super(message, detail, undefined, { cause: new Error(`${failedIds.length} were not set`) })
  }
}

const MET = 'Somebody else changed the same at this moment. Please try again.'

/**
 * Runs an admin's change and turns every outcome into a result; the response includes the refreshed
 * page. `work` makes the change; `failure` is the sentence for errors that have none of their own.
 * Causes are logged without the rows that they are about.
 */
export async function runAdminAction(
  failure: string,
  work: () => Promise<WorkResult>,
): Promise<ActionResult> {
  try {
    const done = await work()
    if (
      typeof done !== 'string' &&
      ('impact' in done || 'cancelled' in done || 'changed' in done || 'outside' in done || 'booked' in done)
    ) {
      // So that the page shows what is asked about.
      if ('changed' in done) revalidatePath(paths.admin)
      return { status: 'ask', ...done }
    }
    if (typeof done !== 'string' && 'problem' in done)
      return { status: 'error', message: done.problem, field: done.field }
    // So that visitors get the new times at once.
    clearOpenSlots()
    revalidatePath(paths.admin)
    return { status: 'success', ...(typeof done === 'string' ? { message: done } : done) }
  } catch (error) {
    if (error instanceof AccessError && error.reason === 'signed-out') return { status: 'signed-out' }
    // While the backend is down, the refreshed page would have nothing in it.
    if (hasAnswered(error)) revalidatePath(paths.admin)
    if (error instanceof AccessError)
      return { status: 'error', message: failure, detail: 'Only an admin may do this.' }
    logFailure(failure, error)
    const again = codeOf(error) === DEADLOCK ? MET : undefined
    if (!(error instanceof UserError)) return { status: 'error', message: failure, detail: again }
    const { message, detail = again, title } = error
    const slotIds = error instanceof WeekdayChanged ? error.slotIds : undefined
    const partly = error instanceof PartlyDone ? { failedIds: error.failedIds, undo: error.undo } : {}
    return { status: 'error', message, detail, title, slotIds, ...partly }
  }
}

/** Whether the backend has responded: errors of PostgreSQL, PostgREST and Auth have a code. */
function hasAnswered(error: unknown): boolean {
  if (error instanceof AccessError || error instanceof PartlyDone) return true
  if (error instanceof UserError && error.cause === undefined) return true
  return Boolean(codeOf(error))
}

function codeOf(error: unknown): unknown {
  return ((error instanceof UserError ? error.cause : error) as { code?: unknown } | undefined)?.code
}

/** Logs an error's sentence with its cause: a code and the server's message, never the rows. */
export function logFailure(sentence: string, error: unknown): void {
  const cause = error instanceof UserError ? (error.cause ?? error.detail) : error
  console.error(`admin: ${sentence}`, describeError(cause))
}
