import 'server-only'
import { AccessError } from '@/lib/auth'
import { WeekdayChanged } from '@/lib/availability/weekday-changed'
import { causeOf } from '@/lib/cause'
import { Refusal } from '@/lib/refusal'
import type { Outcome } from './outcome'

/**
 * Runs an admin's change and makes an answer of whatever happens. `work` gives the sentence of success; `failure` is the sentence for
 * everything that has none of its own. Causes go to the log, without the data they were about.
 */
export async function perform(failure: string, work: () => Promise<string>): Promise<Outcome> {
  try {
    return { status: 'success', message: await work(), at: Date.now() }
  } catch (error) {
    if (error instanceof AccessError) {
      if (error.reason === 'signed-out') return { status: 'signed-out' }
      return { status: 'error', message: failure, detail: 'Only an admin may do this.' }
    }
    logFailure(failure, error)
    if (error instanceof Refusal) {
      const { message, detail, title } = error
      const seen = error instanceof WeekdayChanged ? error.slotIds : undefined
      return { status: 'error', message, detail, title, seen }
    }
    return { status: 'error', message: failure }
  }
}

/** Logs a sentence of the specification with its cause: a code and the server's message, never the rows. */
export function logFailure(sentence: string, error: unknown): void {
  const cause = error instanceof Refusal ? (error.cause ?? error.detail) : error
  console.error(`admin: ${sentence}`, causeOf(cause))
}
