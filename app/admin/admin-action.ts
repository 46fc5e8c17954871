import 'server-only'
import type { z } from 'zod'
import { WeekdayChanged } from '@/lib/hours/weekday-changed'
import { clearOpenSlots } from '@/lib/booking/queries'
import { errorSentences } from '@/lib/content/database-errors'
import { describeError } from '@/lib/describe-error'
import { refresh } from '@/lib/next'
import { AccessError, type AdminClient, adminClient } from '@/lib/supabase/auth'
import { DEADLOCK } from '@/lib/supabase/deadlock'
import { isResponseLost, isUnanswered, type RpcError } from '@/lib/supabase/errors'
import { UserError } from '@/lib/user-error'
import type { ActionResult } from './action-result'

const CONFLICT = 'Somebody else changed the same at this moment. Please try again.'

/**
 * Checks the caller, parses the input, runs `work`, and returns every error as a result: `failure`, with the
 * sentence for the database's error code, which `reasons` can replace. `More` is what `work` adds to a
 * success.
 *
 * The schema's own sentences are about what somebody typed. Any other misfit comes from a page of another
 * version. The response brings the page (`refresh`), but for an invalid field, or an Auth or a database that
 * did not answer.
 */
export const adminAction =
  <Schema extends z.ZodType, More = object>(
    schema: Schema,
    failure: string,
    work: (input: z.output<Schema>, supabase: AdminClient) => Promise<string | ActionResult<NoInfer<More>>>,
    reasons: Record<string, string> = {},
  ) =>
  async (input: z.input<Schema>): Promise<ActionResult<More>> => {
    try {
      const supabase = await adminClient() // before any input is parsed
      const parsed = schema.safeParse(input, { error: () => '' })
      if (!parsed.success) return describeMisfit(parsed.error, failure)
      const done = await work(parsed.data, supabase)
      const result = typeof done === 'string' ? ({ kind: 'done', message: done } as ActionResult<More>) : done
      if (result.kind === 'invalid') return result
      refresh()
      if (result.kind !== 'question') clearOpenSlots() // so that visitors see the new times at once
      return result
    } catch (error) {
      return describeFailure(error, failure, { ...errorSentences, ...reasons })
    }
  }

function describeMisfit({ issues }: z.ZodError, failure: string): ActionResult<never> {
  const [issue] = issues
  if (issue && issues.every(({ message }) => message))
    return { kind: 'invalid', field: fieldOf(issue.path), problem: issue.message }
  console.error(`admin: ${failure}: the input is from another version of the page, or made up.`)
  refresh()
  return { kind: 'failed', failed: failure, isOutdated: true }
}

/** 'name', or in a list 'lines.0.amount'. */
function fieldOf(path: PropertyKey[]): string {
  const index = path.findIndex((part) => typeof part === 'number')
  return path.slice(index > 0 ? index - 1 : -1).join('.')
}

function describeFailure(
  error: unknown,
  failure: string,
  reasons: Record<string, string>,
): ActionResult<never> {
  if (error instanceof AccessError && error.reason === 'signed-out')
    return { kind: 'signed-out', isSignedOut: true }
  const cause = (error instanceof UserError ? error.cause : error) as Partial<RpcError> | undefined
  if (!isResponseLost(cause) && !isUnanswered(cause)) refresh()
  if (error instanceof AccessError)
    return { kind: 'failed', failed: failure, detail: 'Only an admin may do this.' }
  logFailure(failure, error)
  if (isResponseLost(cause)) return { kind: 'lost', isLost: true }
  const reason = cause?.code === DEADLOCK ? CONFLICT : reasons[cause?.message ?? '']
  if (!(error instanceof UserError)) return { kind: 'failed', failed: failure, detail: reason }
  const { message: failed, detail = reason, title } = error
  const slotIds = error instanceof WeekdayChanged ? error.slotIds : undefined
  return { kind: 'failed', failed, detail, title, slotIds }
}

/** Logs the error's code and the server's message, but no data of visitors. */
export function logFailure(sentence: string, error: unknown): void {
  const cause = error instanceof UserError ? (error.cause ?? error.detail) : error
  console.error(`admin: ${sentence}`, describeError(cause))
}
