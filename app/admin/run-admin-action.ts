import 'server-only'
import { refresh } from 'next/cache'
import { ZodError } from 'zod'
import { WeekdayChanged } from '@/lib/availability/weekday-changed'
import { clearOpenSlots } from '@/lib/booking/queries'
import { describeError } from '@/lib/describe-error'
import { AccessError, requireAdmin } from '@/lib/supabase/auth'
import { DEADLOCK } from '@/lib/supabase/deadlock'
import { isResponseLost, isUnanswered } from '@/lib/supabase/errors'
import { UserError } from '@/lib/user-error'
import type { ActionResult } from './action-result'

const CONFLICT = 'Somebody else changed the same at this moment. Please try again.'

/**
 * Runs an admin's action, and returns every error as a result. `work` returns the result or the success
 * message. `failure` is the message for errors without their own. A `ZodError` means that the page is outdated.
 * The response brings the page (`refresh`), but for an invalid field, or an Auth or a database that did not answer.
 */
export async function runAdminAction(
  failure: string,
  work: () => Promise<string | ActionResult>,
): Promise<ActionResult> {
  try {
    await requireAdmin() // before `work` parses any input
    const done = await work()
    const result: ActionResult = typeof done === 'string' ? { kind: 'done', message: done } : done
    if (result.kind === 'invalid') return result
    refresh()
    if (result.kind !== 'question') clearOpenSlots() // so that visitors see the new times at once
    return result
  } catch (error) {
    if (error instanceof AccessError && error.reason === 'signed-out')
      return { kind: 'signed-out', isSignedOut: true }
    const cause = causeOf(error)
    if (!isResponseLost(cause) && !isUnanswered(cause)) refresh()
    if (error instanceof ZodError) {
      console.error(`admin: ${failure}: the input is from another version of the page, or made up.`)
      return { kind: 'failed', failed: failure, isOutdated: true }
    }
    if (error instanceof AccessError)
      return { kind: 'failed', failed: failure, detail: 'Only an admin may do this.' }
    logFailure(failure, error)
    if (isResponseLost(cause)) return { kind: 'lost', isLost: true }
    const again = (cause as { code?: unknown } | undefined)?.code === DEADLOCK ? CONFLICT : undefined
    if (!(error instanceof UserError)) return { kind: 'failed', failed: failure, detail: again }
    const { message: failed, detail = again, title } = error
    const slotIds = error instanceof WeekdayChanged ? error.slotIds : undefined
    return { kind: 'failed', failed, detail, title, slotIds }
  }
}

const causeOf = (error: unknown) => (error instanceof UserError ? error.cause : error)

/** Logs a message with the cause of the error: its code and the server's message, but no data of visitors. */
export function logFailure(sentence: string, error: unknown): void {
  const cause = error instanceof UserError ? (error.cause ?? error.detail) : error
  console.error(`admin: ${sentence}`, describeError(cause))
}
