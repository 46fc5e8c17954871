'use server'

import { capitalize } from '@/lib/capitalize'
import { setStatuses } from '@/lib/requests/set-statuses'
import { findCancelledByVisitor } from '@/lib/requests/queries'
import type { SettableStatus } from '@/lib/requests/request'
import { type BookingChange, bookingChanges, inquiryChanges, type StatusChange } from '@/lib/requests/schema'
import type { AdminClient } from '@/lib/supabase/auth'
import { UserError } from '@/lib/user-error'
import { type ActionResult, type Done, type Failure, type Question, undoOf } from '../../action-result'
import { adminAction, logFailure } from '../../admin-action'
import { conflictQuestion } from '../conflict-question'
import { kindPlurals, statusFailures } from '../labels'

/** Skips bookings that changed since they were read. Asks before reviving one, unless `agreed`. */
export const changeBookings = adminAction(bookingChanges, statusFailures.booking, async (input, supabase) => {
  const { changes, agreed } = input
  const revived = changes.filter((one) => one.seenStatus === 'cancelled' && one.status === 'confirmed')
  const cancelled =
    revived.length > 0 && !agreed ? await findCancelledByVisitor(revived.map(({ id }) => id)) : []
  if (cancelled.length === 0) return change('booking', changes, supabase)
  const question = reviveQuestion(changes, cancelled)
  return { kind: 'question', question, yes: ['changeBookings', { changes, agreed: true }] }
})

function reviveQuestion(
  changes: BookingChange[],
  cancelled: { id: string; reason: string | null }[],
): Question {
  const many = changes.length > 1
  return {
    title: 'Confirm what the visitor cancelled?',
    lines: cancelled.map(({ id, reason }) => ({
      name: changes.find((change) => change.id === id)?.name ?? '',
      text: reason === null ? ' gave no reason.' : `: ${reason}`,
    })),
    no: many ? 'Leave all as they are' : 'Leave it cancelled',
    yes: many ? `Confirm all ${changes.length} bookings` : 'Confirm booking',
  }
}

export const changeInquiries = adminAction(inquiryChanges, statusFailures.inquiry, ({ changes }, supabase) =>
  change('inquiry', changes, supabase),
)

type Kind = 'booking' | 'inquiry'

/** Undo covers the requests that were changed, but not those of erased people. */
async function change(kind: Kind, changes: StatusChange[], supabase: AdminClient): Promise<ActionResult> {
  const alone = changes.length === 1
  const set = await setStatuses(supabase, kindPlurals[kind], changes, { alone })
  const [first] = changes
  const changed = alone && set.failed[0]?.changed
  if (first && changed) {
    const { status: seenStatus, revision } = changed
    const question = conflictQuestion(changed, first.status as SettableStatus)
    const again = { changes: [{ ...first, seenStatus, revision }], agreed: true }
    const action = kind === 'booking' ? 'changeBookings' : 'changeInquiries'
    return { kind: 'question', question, yes: question.yes ? [action, again] : undefined }
  }
  const undone = changes.map(({ id, name, seenStatus, status }) => {
    const isSame = set.erased.has(id) || seenStatus === status
    return { id, name, revision: (!isSame && set.revisions.get(id)) || null }
  })
  const result = report(kind, changes, set, first?.status ?? '')
  return { ...result, undo: undoOf(kind, undone) }
}

/** Names the requests left unchanged, and says that the site mails nobody about calls that have begun. */
function report(
  kind: Kind,
  changes: StatusChange[],
  { failed, begun }: Awaited<ReturnType<typeof setStatuses>>,
  done: string,
): Done | Failure {
  const set = changes.length - failed.length
  const success =
    changes.length === 1
      ? `${capitalize(kind)} ${done} successfully`
      : `${set} ${set === 1 ? kind : kindPlurals[kind]} ${done} successfully`
  const message = success + describeUnmailed(begun.size, set)
  const [first] = failed
  if (!first) return { kind: 'done', message }
  if (changes.length === 1) throw first.cause ?? new UserError(statusFailures[kind], first.reason)

  for (const { cause } of failed) if (cause) logFailure(statusFailures[kind], cause)
  // The log must not contain names.
  logFailure(statusFailures[kind], new Error(`${failed.length} were not set`))
  const reasons = failed.map(({ name, reason }) => `${name}: ${reason}`)
  return {
    kind: 'failed',
    failed: statusFailures[kind],
    detail: [...(set > 0 ? [message.replace(/[^.]$/, '$&.')] : []), ...reasons].join(' '),
    failedIds: failed.map(({ id }) => id),
  }
}

function describeUnmailed(begun: number, set: number): string {
  if (begun === 0) return ''
  return begun === set
    ? '. Nobody was mailed.'
    : `. Nobody was mailed about ${begun} of them, which had begun.`
}
