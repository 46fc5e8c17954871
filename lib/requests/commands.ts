import 'server-only'
import { adminClient } from '../supabase/auth'
import { managePath } from '../manage/token'
import { deleteSavedMails, listSavedMails } from '../mail/files'
import { withoutSeconds } from '../dates'
import { readAll } from '../supabase/read-all'
import { UserError } from '../user-error'
import { ERASED_EMAIL } from './request'
import type { LocationChange, NewNote, NoteChange, OutcomeChange, OwnerChange, StatusChange } from './schema'

const EXCLUSION_VIOLATION = '23P01'
const LINK_NOT_COPIED = 'Failed to copy the link'
const CHANGED_MEANWHILE = 'It was changed meanwhile. The list now shows its latest status.'

/**
 * A request whose status was not changed: the person's name and the reason. `cause` is the server's
 * error, if there was one.
 */
interface FailedChange {
  id: string
  name: string
  reason: string
  cause?: unknown
}

/**
 * Sets the status of several bookings or several inquiries. A request is left as it is when its
 * status or time changed since the admin saw it, or when another booking has taken its time.
 * Returns the requests that were not changed, and the ids of those whose person was erased. Throws
 * `AccessError` for anybody but admins.
 */
export async function setStatuses(
  table: 'bookings' | 'inquiries',
  changes: StatusChange[],
): Promise<{ failed: FailedChange[]; erased: Set<string> }> {
  const supabase = await adminClient()
  const slots = await findSlots(
    supabase,
    changes.flatMap((change) => ('time' in change ? [change.id] : [])),
  )
  const erased = new Set<string>()
  const failures = changes.map(async ({ id, name, seenStatus, status, ...change }) => {
    const failed = (reason: string, cause?: unknown) => ({ id, name, reason, cause })
    const slot = slots.get(id)
    if ('time' in change && slot?.time !== change.time) return failed(CHANGED_MEANWHILE)
    const rows =
      'time' in change
        ? supabase.from('bookings').update({ status, ...wordsOf(change) })
        : supabase.from(table).update({ status })
    const { data, error } = await rows.match({ id, status: seenStatus, ...slot?.row }).select('email')
    if (error?.code === EXCLUSION_VIOLATION) return failed('Another booking has taken its time.')
    if (error?.message === 'person_erased') return failed('The person was erased.')
    if (error) return failed('It could not be saved.', error)
    if (data[0]?.email === ERASED_EMAIL) erased.add(id)
    return data.length > 0 ? [] : failed(CHANGED_MEANWHILE)
  })
  return { failed: (await Promise.all(failures)).flat(), erased }
}

/** What is said about a cancellation; what is undefined stays as it is. */
function wordsOf(change: { cancel_reason?: string; cancel_message?: string }) {
  return { cancel_reason: change.cancel_reason, cancel_message: change.cancel_message }
}

/** By booking id: its time (`YYYY-MM-DD HH:MM`) and the columns to match it by. */
async function findSlots(supabase: Awaited<ReturnType<typeof adminClient>>, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const { data } = await supabase
    .from('bookings')
    .select('id, date, time_slot_id, time_slots (start_time)')
    .in('id', ids)
    .throwOnError()
  return new Map(
    data.map(({ id, date, time_slot_id, time_slots: { start_time } }) => [
      id,
      { time: `${date} ${withoutSeconds(start_time)}`, row: { date, time_slot_id } },
    ]),
  )
}

/**
 * Erases a person's data from every request with their e-mail address, and the mails saved about
 * these requests, including mails sent before the address was corrected. Returns how many requests.
 * Throws `AccessError` and the server's error.
 */
export async function erasePerson(email: string): Promise<number> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('erase_person', { p_email: email }).throwOnError()
  await deleteSavedMails({ email })
  if ((await listSavedMails()).length > 0) await deleteSavedMails({ requests: await findErased(supabase) })
  return data
}

/** The ids of all erased requests. */
async function findErased(supabase: Awaited<ReturnType<typeof adminClient>>): Promise<string[]> {
  const erased = (['bookings', 'inquiries'] as const).map((table) =>
    readAll((from, to) =>
      supabase.from(table).select('id').eq('email', ERASED_EMAIL).order('id').range(from, to),
    ),
  )
  return (await Promise.all(erased)).flat().map(({ id }) => id)
}

/**
 * Sets the location of one booking's call. Throws `AccessError` for anybody but admins, and a
 * `UserError` when the booking does not exist.
 */
export async function setLocation({ id, location }: LocationChange): Promise<void> {
  const supabase = await adminClient()
  const { data } = await supabase
    .from('bookings')
    .update({ location: location || null })
    .eq('id', id)
    .select('id')
    .throwOnError()
  if (data.length === 0)
    throw new UserError('Failed to save the location', 'This booking is not there any more.')
}

/**
 * The path of the visitor's own page of a booking, for an admin to send on; the booking's history
 * says who took it. Throws `AccessError` for anybody but admins, and a `UserError` when there is no
 * link to give.
 */
export async function copyVisitorLink(id: string): Promise<string> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('copy_visitor_link', { p_booking_id: id }).throwOnError()
  const version: number | null = data
  const path = version === null ? null : managePath(id, version)
  if (!path) throw new UserError(LINK_NOT_COPIED, 'The call is over, or the person was erased.')
  return path
}

// Each throws `AccessError` for anybody but admins, and a `UserError` with the reason.

/** Gives a request to an admin, or to nobody. */
export async function setOwner({ id, owner }: OwnerChange): Promise<void> {
  const supabase = await adminClient()
  const args = { p_request_id: id, p_owner: owner ?? undefined }
  const { error } = await supabase.rpc('set_owner', args)
  if (error) throw toUserError('Failed to give the request', error)
}

/** Says what came of a call. */
export async function setOutcome({ id, outcome, reason }: OutcomeChange): Promise<void> {
  const supabase = await adminClient()
  const args = {
    p_booking_id: id,
    p_outcome: outcome ?? undefined,
    p_reason: outcome === 'lost' && reason ? reason : undefined,
  }
  const { error } = await supabase.rpc('set_outcome', args)
  if (error) throw toUserError('Failed to save the outcome', error)
}

/** Says that an answer went out, or that the visitor has asked again. */
export async function setAnswered(id: string, answered: boolean): Promise<void> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('set_answered', { p_request_id: id, p_answered: answered })
  if (error) throw toUserError('Failed to save the answer', error)
}

export async function addNote({ id, noteId, body }: NewNote): Promise<void> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('add_note', { p_id: noteId, p_request_id: id, p_body: body })
  if (error) throw toUserError(NOTE_NOT_SAVED, error)
}

export async function editNote({ noteId, body }: NoteChange): Promise<void> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('edit_note', { p_id: noteId, p_body: body })
  if (error) throw toUserError(NOTE_NOT_SAVED, error)
}

export async function deleteNote(noteId: string): Promise<void> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('delete_note', { p_id: noteId })
  if (error) throw toUserError('Failed to delete the note', error)
}

const NOTE_NOT_SAVED = 'Failed to save the note'

/** The sentence for each error code of the functions above. */
const reasons: Record<string, string> = {
  request_gone: 'The person was erased.',
  no_such_admin: 'This account is no admin any more.',
  not_your_note: 'It is not yours, or it was deleted.',
  call_not_held: 'The call has not begun, or it was not confirmed.',
}

function toUserError(message: string, error: { message: string }): UserError {
  const reason = reasons[error.message] ?? 'It could not be saved.'
  return new UserError(message, reason, undefined, { cause: error })
}
