import 'server-only'
import { AccessError } from '@/lib/auth'
import { WeekdayChanged } from '@/lib/availability/weekday-changed'
import { describeError } from '@/lib/user-error'
import { UserError } from '@/lib/user-error'
import type { Impact } from '@/lib/availability/impact'
import type { ActionResult, Undo } from './action-result'

/** What came of an admin's change: its sentence of success, what can be undone of it; or, when it waits for a yes, what it would affect. */
type Done = string | { message: string; undo: Undo } | { impact: Impact }

/**
 * Runs an admin's change and makes an answer of whatever happens. `work` gives what came of it; `failure` is the sentence for
 * everything that has none of its own. Causes go to the log, without the data they were about.
 */
export async function runAdminAction(failure: string, work: () => Promise<Done>): Promise<ActionResult> {
  try {
    const done = await work()
    if (typeof done === 'string') return { status: 'success', message: done, at: Date.now() }
    if ('impact' in done) return { status: 'ask', impact: done.impact }
    return { status: 'success', ...done, at: Date.now() }
  } catch (error) {
    if (error instanceof AccessError) {
      if (error.reason === 'signed-out') return { status: 'signed-out' }
      return { status: 'error', message: failure, detail: 'Only an admin may do this.' }
    }
    logFailure(failure, error)
    if (error instanceof UserError) {
      const { message, detail, title } = error
      const seen = error instanceof WeekdayChanged ? error.slotIds : undefined
      return { status: 'error', message, detail, title, seen }
    }
    return { status: 'error', message: failure }
  }
}

/** Logs a sentence of the specification with its cause: a code and the server's message, never the rows. */
export function logFailure(sentence: string, error: unknown): void {
  const cause = error instanceof UserError ? (error.cause ?? error.detail) : error
  console.error(`admin: ${sentence}`, describeError(cause))
}
