'use server'

import { capitalize } from '@/lib/capitalize'
import { errorSentences } from '@/lib/content/database-errors'
import { type Act, type Undoing, undoing } from '@/lib/requests/schema'
import { DEADLOCK } from '@/lib/supabase/deadlock'
import { UserError } from '@/lib/user-error'
import { undoOf } from '../action-result'
import { adminAction, logFailure } from '../admin-action'
import { kindPlurals, statusFailures } from './labels'

/** `name` is of one act alone. */
const words: Record<Undoing['of'], [failed: string, done: (count: number, name: string) => string]> = {
  booking: [statusFailures.booking, (count) => restored('booking', count)],
  inquiry: [statusFailures.inquiry, (count) => restored('inquiry', count)],
  booked: ['Failed to cancel the call', () => 'Booking cancelled successfully'],
  owner: ['Failed to give the request', () => 'Request restored successfully'],
  answer: ['Failed to undo it', () => 'Taken back'],
  reply: ['Failed to take the reply back', () => 'Reply taken back'],
  told: ['Failed to undo it', () => 'They are listed again'],
  asked: ['Failed to take it back', () => 'Taken back'],
  kept: ['Failed to take it back', () => 'Taken back'],
  recorded: ['It was not taken back', (_, name) => `Acceptance ${name && `of ${name} `}taken back`],
}
const restored = (kind: keyof typeof kindPlurals, count: number) =>
  `${count > 1 ? `${count} ${kindPlurals[kind]}` : capitalize(kind)} restored successfully`

const reasons: Record<string, string | undefined> = {
  request_gone: errorSentences.request_gone,
  changed_meanwhile: 'It was changed meanwhile. The list now shows its latest status.',
  mail_sent: 'It has gone already.',
  minute_over: 'Its minute is over. The page shows how it stands.',
  nothing_to_undo: 'It does not stand any more. The page shows how it is.',
  is_undo: 'It was taken back already. The page shows how it stands.',
  slot_taken: 'Another booking has taken its time.',
  slot_gone: 'Its time is not there any more.',
  date_past: 'Its time has passed.',
}

/** If some of them fail, the result has a button that tries these again. */
export const undoActs = adminAction(undoing, words.answer[0], async ({ of, acts }, supabase) => {
  const [notDone, done] = words[of]
  /** True if an undo only stopped a reply's mail, because somebody changed the request after the reply. */
  let isPart = false
  const failed: { act: Act; reason: string }[] = []
  for (const act of acts) {
    const { data, error } = await supabase.rpc('undo_act', { p_request_id: act.id, p_revision: act.revision })
    if (data === 'words') isPart = true
    if (!error) continue
    const reason = reasons[error.message]
    if (acts.length === 1) throw new UserError(notDone, reason, undefined, { cause: error })
    if (reason === undefined) logFailure(notDone, error)
    failed.push({ act, reason: reason ?? (error.code === DEADLOCK ? '' : 'It could not be saved.') })
  }
  const count = acts.length - failed.length
  const message = done(count, acts.length === 1 ? (acts[0]?.name ?? '') : '')
  const rest = isPart ? '; the request stays as it was changed since' : ''
  if (failed.length === 0) return message + rest
  const details = failed.map(({ act, reason }) => (act.name ? `${act.name}: ${reason}` : reason))
  const left = failed.map(({ act }) => act)
  return {
    kind: 'failed',
    failed: notDone,
    detail: [...(count > 0 ? [`${message}${rest}.`] : []), ...new Set(details)].join(' '),
    failedIds: left.map(({ id }) => id),
    again: undoOf(of, left),
  }
})
