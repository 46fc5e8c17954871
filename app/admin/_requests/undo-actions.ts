'use server'

import { refusals } from '@/lib/content/refusals'
import { type Undoing, undoing } from '@/lib/requests/schema'
import { DEADLOCK } from '@/lib/supabase/deadlock'
import { UserError } from '@/lib/user-error'
import { undoOf } from '../action-result'
import { adminAction, logFailure } from '../admin-action'
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

/** The sentence for each error code of `undo_act`. */
const reasons: Record<string, string | undefined> = {
  request_gone: refusals.request_gone,
  changed_meanwhile: 'It was changed meanwhile. The list now shows its latest status.',
  mail_sent: 'It has gone already.',
  minute_over: 'Its minute is over. The page shows how it stands.',
  nothing_to_undo: 'It does not stand any more. The page shows how it is.',
  is_undo: 'It was taken back already. The page shows how it stands.',
  slot_taken: 'Another booking has taken its time.',
  slot_gone: 'Its time is not there any more.',
  date_past: 'Its time has passed.',
}

/**
 * Undoes acts of an admin, one act for each request. If some of them fail, the result has a button that tries
 * these again.
 */
export const undoActs = adminAction(undoing, failures.answer, async ({ of, acts }, supabase) => {
  /** True if an undo only stopped a reply's mail, because somebody changed the request after the reply. */
  let isPart = false
  const failed: { act: Undoing['acts'][number]; reason: string }[] = []
  for (const act of acts) {
    const { data, error } = await supabase.rpc('undo_act', { p_request_id: act.id, p_revision: act.revision })
    if (data === 'words') isPart = true
    if (!error) continue
    const reason = reasons[error.message]
    if (acts.length === 1) throw new UserError(failures[of], reason, undefined, { cause: error })
    if (reason === undefined) logFailure(failures[of], error)
    // A deadlock is named by the error of one act alone.
    failed.push({ act, reason: reason ?? (error.code === DEADLOCK ? '' : 'It could not be saved.') })
  }
  if (failed.length === 0) return done(of, acts.length, isPart, acts[0]?.name)
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
    case 'reply':
      return isPart ? 'Reply taken back; the request stays as it was changed since' : 'Reply taken back'
    case 'told':
      return 'They are listed again'
    case 'answer':
    case 'asked':
    case 'kept':
      return 'Taken back'
    case 'recorded':
      return `Acceptance ${name && `of ${name} `}taken back`
  }
}
