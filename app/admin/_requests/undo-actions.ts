'use server'

import { undoing, type Undoing } from '@/lib/requests/schema'
import * as commands from '@/lib/requests/undo'
import { UserError } from '@/lib/user-error'
import { type ActionResult, undoOf } from '../action-result'
import { logFailure, runAdminAction } from '../run-admin-action'
import { kindPlurals, statusFailures } from './labels'

const failures: Record<Undoing['of'], string> = {
  ...statusFailures,
  booked: 'Failed to cancel the call',
  owner: 'Failed to give the request',
  answer: 'Failed to undo it',
  reply: 'Failed to take the reply back',
  told: 'Failed to undo it',
  asked: 'Failed to take it back',
  kept: 'Failed to take it back',
  recorded: 'It was not taken back',
}

/**
 * Undoes acts of an admin, one act for each request. If some of them fail, the result has a button that tries
 * these again.
 */
export async function undoActs(input: Undoing): Promise<ActionResult> {
  const kind = undoing.shape.of.safeParse(input?.of).data ?? 'answer'
  return runAdminAction(failures[kind], async () => {
    const { of, acts } = undoing.parse(input)
    const { failed, isPart } = await commands.undoActs(acts)
    const [first] = failed
    if (!first) return { kind: 'done', message: done(of, acts.length, isPart, acts[0]?.name) }
    if (acts.length === 1) throw first.cause ?? new UserError(failures[of], first.reason)

    for (const { cause } of failed) if (cause) logFailure(failures[of], cause)
    const set = acts.length - failed.length
    return {
      kind: 'failed',
      failed: failures[of],
      detail: [
        ...(set > 0 ? [`${done(of, set, isPart)}.`] : []),
        ...new Set(failed.map(({ act, reason }) => (act.name ? `${act.name}: ${reason}` : reason))),
      ].join(' '),
      failedIds: failed.map(({ act }) => act.id),
      again: undoOf(
        of,
        failed.map(({ act }) => act),
      ),
    }
  })
}

/** Returns 'Booking restored successfully' or '3 bookings restored successfully'. */
function done(of: Undoing['of'], count: number, isPart: boolean, name = ''): string {
  switch (of) {
    case 'booking':
    case 'inquiry':
      if (count > 1) return `${count} ${kindPlurals[of]} restored successfully`
      return of === 'booking' ? 'Booking restored successfully' : 'Inquiry restored successfully'
    case 'booked':
      return 'Booking cancelled successfully'
    case 'owner':
      return 'Request restored successfully'
    case 'answer':
      return 'Taken back'
    case 'reply':
      return isPart ? 'Reply taken back; the request stays as it was changed since' : 'Reply taken back'
    case 'told':
      return 'They are listed again'
    case 'asked':
    case 'kept':
      return 'Taken back'
    case 'recorded':
      return `Acceptance ${name && `of ${name} `}taken back`
  }
}
