import 'server-only'
import { adminClient } from '../supabase/auth'
import { DEADLOCK } from '../supabase/deadlock'
import { EXCLUSION_VIOLATION } from '../supabase/errors'
import { managePath } from '../manage/token'
import { deleteSavedMails, listSavedMails } from '../mail/files'
import { linkOrigin } from '../mail/queries'
import { readAll } from '../supabase/read-all'
import { UserError } from '../user-error'
import { type ChangedRequest, listChangesSince } from './details'
import { findRequest } from './queries'
import { ERASED_EMAIL } from './request'
import type {
  AnswerNote,
  Erasure,
  LocationChange,
  NewNote,
  NewReply,
  NoteChange,
  OutcomeChange,
  OwnerChange,
} from './schema'

const LINK_NOT_COPIED = 'Failed to copy the link'
const LOCATION_NOT_SAVED = 'Failed to save the location'

/**
 * Erases a person's data from every request with their e-mail address, and the saved mails about these
 * requests, including mails sent before the address was corrected. Returns the number of requests. Throws an
 * `AccessError` unless the caller is an admin, and the database server's error.
 */
export async function erasePerson({ email, cancels }: Erasure): Promise<number> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('erase_person', { p_email: email, p_cancels: cancels }).throwOnError()
  await deleteSavedMails({ email })
  if ((await listSavedMails()).length > 0) await deleteSavedMails({ requests: await findErased(supabase) })
  return data
}

async function findErased(supabase: Awaited<ReturnType<typeof adminClient>>): Promise<string[]> {
  const erased = (['bookings', 'inquiries'] as const).map((table) =>
    readAll((from, to) =>
      supabase.from(table).select('id').eq('email', ERASED_EMAIL).order('id').range(from, to),
    ),
  )
  return (await Promise.all(erased)).flat().map(({ id }) => id)
}

/**
 * Sets the location of one booking's call, if the location is still `seen`. Throws an `AccessError` unless
 * the caller is an admin, and a `UserError` with the reason if the location was not set.
 */
export async function setLocation({ id, location, seen }: LocationChange): Promise<void> {
  const supabase = await adminClient()
  const change = supabase
    .from('bookings')
    .update({ location: location || null })
    .eq('id', id)
  const asSeen =
    seen === undefined ? change : seen ? change.eq('location', seen) : change.is('location', null)
  const { data } = await asSeen.select('id').throwOnError()
  if (data.length > 0) return
  const { data: booking } = await supabase
    .from('bookings')
    .select('location')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!booking) throw new UserError(LOCATION_NOT_SAVED, 'This booking is not there any more.')
  const now = booking.location ?? ''
  // If `now` equals `location`, an earlier attempt set the location, but its response was lost.
  if (now !== location)
    throw new UserError(LOCATION_NOT_SAVED, `Somebody changed it to ${now ? `“${now}”` : 'the usual one'}.`)
}

/**
 * Returns the URL of a booking's own page, which an admin can send to the visitor. The booking's history
 * records the admin. Throws an `AccessError` unless the caller is an admin, and a `UserError` if there is no
 * such URL.
 */
export async function copyVisitorLink(id: string): Promise<string> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('copy_visitor_link', { p_booking_id: id }).throwOnError()
  const version: number | null = data
  const path = version === null ? null : managePath(id, version)
  if (!path) throw new UserError(LINK_NOT_COPIED, 'The call is over, or the person was erased.')
  return linkOrigin() + path
}

// Each function throws an `AccessError` unless the caller is an admin, and a `UserError` with the reason of a
// failure.

/**
 * Makes an admin the owner of a request (null: nobody), if the owner is still `seen`. Returns the request's
 * new revision.
 */
export async function setOwner({ id, owner, seen, formId }: OwnerChange): Promise<number> {
  const supabase = await adminClient()
  const args = { p_request_id: id, p_owner: owner ?? undefined, p_seen: { owner: seen }, p_form_id: formId }
  const { data, error } = await supabase.rpc('set_owner', args)
  if (error?.message === 'owner_changed')
    throw new UserError(
      'Failed to give the request',
      error.details ? `${error.details} has it by now.` : 'Nobody has it any more.',
    )
  if (error) throw toUserError('Failed to give the request', error)
  return data
}

export async function setOutcome({ id, outcome, reason, formId }: OutcomeChange): Promise<void> {
  const supabase = await adminClient()
  const args = {
    p_booking_id: id,
    p_outcome: outcome ?? undefined,
    p_reason: outcome === 'lost' && reason ? reason : undefined,
    p_form_id: formId,
  }
  const { error } = await supabase.rpc('set_outcome', args)
  if (error) throw toUserError('Failed to save the outcome', error)
}

/**
 * Records that an admin answered another way, that no answer is needed, or that the visitor has answered.
 * Returns the request's new revision; null if this was recorded already.
 */
export async function setAnswered({ id, act, formId }: AnswerNote): Promise<number | null> {
  const supabase = await adminClient()
  const { data, error } = await supabase.rpc('set_answered', {
    p_request_id: id,
    p_answered: act !== 'they_answered',
    p_is_needed: act !== 'not_needed',
    p_form_id: formId,
  })
  if (error) throw toUserError('Failed to save the answer', error)
  return data
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

/**
 * Stores a reply and changes the request as the reply says. Returns the request's new revision. If others
 * changed the request after the admin read it, stores nothing and returns their changes.
 */
export async function sendReply(reply: NewReply): Promise<ChangedRequest | { revision: number }> {
  const { id, replyId, revision, kind, text, times } = reply
  const failure = text ? REPLY_NOT_SENT : 'Failed to save the answer'
  const supabase = await adminClient()
  const { data, error } = await supabase.rpc('send_reply', {
    p_id: replyId,
    p_request_id: id,
    p_revision: revision,
    p_kind: kind,
    p_subject: text?.subject,
    p_body: text?.body,
    p_times: times,
  })
  if (error?.message === 'changed_meanwhile') {
    const now = await findRequest(id)
    if (now) {
      const events = await listChangesSince(id, revision)
      return { events, revision: now.revision, status: now.status }
    }
  }
  if (error?.message === 'reply_sent')
    throw new UserError(REPLY_NOT_SENT, SENT_BEFORE, undefined, { cause: error })
  if (error?.message === 'form_used')
    throw new UserError(failure, 'It was taken back. Discard it and write it anew.', undefined, {
      cause: error,
    })
  if (error) throw toUserError(failure, error)
  return { revision: data }
}

export const REPLY_NOT_SENT = 'Failed to send the reply'
const SENT_BEFORE =
  'It was sent before, with another text. While that waits you can take it back, in the list of replies.'
const NOTE_NOT_SAVED = 'Failed to save the note'

const reasons: Record<string, string> = {
  request_gone: 'The person was erased.',
  no_such_admin: 'This account is no admin any more.',
  not_your_note: 'It is not yours, or it was deleted.',
  call_not_held: 'The call has not begun, or it was not confirmed.',
  reply_unfit: 'It no longer fits: look at how the request stands now.',
  form_used: 'It was taken back meanwhile.',
}

function toUserError(message: string, error: { message: string; code?: string }): UserError {
  const taken = error.code === EXCLUSION_VIOLATION && 'Another booking has taken its time.'
  // The shared code of all actions explains a deadlock.
  const unknown = error.code === DEADLOCK ? undefined : 'It could not be saved.'
  const reason = taken || (reasons[error.message] ?? unknown)
  return new UserError(message, reason, undefined, { cause: error })
}
