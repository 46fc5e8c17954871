import 'server-only'
import { ZodError } from 'zod'
import { WeekdayChanged } from '@/lib/availability/weekday-changed'
import { clearOpenSlots } from '@/lib/booking/queries'
import { describeError } from '@/lib/describe-error'
import { AccessError, requireAdmin } from '@/lib/supabase/auth'
import { DEADLOCK } from '@/lib/supabase/deadlock'
import { isResponseLost } from '@/lib/supabase/errors'
import { UserError } from '@/lib/user-error'
import type { ActionResult } from './action-result'

const CONFLICT = 'Somebody else changed the same at this moment. Please try again.'

/**
 * Runs an admin's action, and returns every error as a result. `work` returns the result or the success
 * message. `failure` is the message for errors without their own. A `ZodError` means that the page is
 * outdated. `use-admin-action.ts` refreshes the page.
 */
export async function runAdminAction(
  failure: string,
  work: () => Promise<string | ActionResult>,
): Promise<ActionResult> {
  try {
    await requireAdmin() // before `work` parses any input
    const done = await work()
    const result = typeof done === 'string' ? { message: done } : done
    if ('question' in result || 'problem' in result) return result
    clearOpenSlots() // so that visitors see the new times at once
    return result
  } catch (error) {
    if (error instanceof AccessError && error.reason === 'signed-out') return { isSignedOut: true }
    if (error instanceof ZodError) {
      console.error(`admin: ${failure}: the input is from another version of the page, or made up.`)
      return { failed: failure, isOutdated: true }
    }
    if (error instanceof AccessError) return { failed: failure, detail: 'Only an admin may do this.' }
    logFailure(failure, error)
    if (isResponseLost(error instanceof UserError ? error.cause : error)) return { isLost: true }
    const again = codeOf(error) === DEADLOCK ? CONFLICT : undefined
    if (!(error instanceof UserError)) return { failed: failure, detail: again }
    const { message: failed, detail = again, title } = error
    const slotIds = error instanceof WeekdayChanged ? error.slotIds : undefined
    return { failed, detail, title, slotIds }
  }
}

function codeOf(error: unknown): unknown {
  return ((error instanceof UserError ? error.cause : error) as { code?: unknown } | undefined)?.code
}

/** Logs a message with the cause of the error: its code and the server's message, but no data of visitors. */
export function logFailure(sentence: string, error: unknown): void {
  const cause = error instanceof UserError ? (error.cause ?? error.detail) : error
  console.error(`admin: ${sentence}`, describeError(cause))
}
