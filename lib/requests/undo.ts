import 'server-only'
import { adminClient } from '../supabase/auth'
import { DEADLOCK } from '../supabase/deadlock'
import type { Act } from './schema'

interface Undone {
  /**
   * The actions that were not undone, each with the reason. `cause` is the database server's error if
   * `reasons` lacks its code.
   */
  failed: { act: Act; reason: string; cause?: unknown }[]
  /** True if an undo only stopped a reply's mail, because somebody changed the request after the reply. */
  isPart: boolean
}

/** Undoes each of these actions. Throws an `AccessError` unless the caller is an admin. */
export async function undoActs(acts: Act[]): Promise<Undone> {
  const supabase = await adminClient()
  const undone: Undone = { failed: [], isPart: false }
  for (const act of acts) {
    const { data, error } = await supabase.rpc('undo_act', { p_request_id: act.id, p_revision: act.revision })
    if (data === 'words') undone.isPart = true
    if (!error) continue
    const reason = reasons[error.message]
    // The shared code of all actions explains a deadlock.
    const unknown = error.code === DEADLOCK ? '' : 'It could not be saved.'
    undone.failed.push({ act, reason: reason ?? unknown, ...(reason === undefined && { cause: error }) })
  }
  return undone
}

/** The sentence for each error code of `undo_act`. */
const reasons: Record<string, string> = {
  request_gone: 'The person was erased.',
  changed_meanwhile: 'It was changed meanwhile. The list now shows its latest status.',
  mail_sent: 'It has gone already.',
  minute_over: 'Its minute is over. The page shows how it stands.',
  nothing_to_undo: 'It does not stand any more. The page shows how it is.',
  is_undo: 'It was taken back already. The page shows how it stands.',
  slot_taken: 'Another booking has taken its time.',
  slot_gone: 'Its time is not there any more.',
  date_past: 'Its time has passed.',
}
