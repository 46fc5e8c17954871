'use server'

import { z } from 'zod'
import { deleteSavedMails, listSavedMails } from '@/lib/mail/files'
import { MAX_NOTE, MAX_OUTCOME_REASON, outcomes } from '@/lib/requests/request'
import { ERASED_EMAIL } from '@/lib/statuses'
import { formId, requestId } from '@/lib/requests/schema'
import type { AdminClient } from '@/lib/supabase/auth'
import { readAll } from '@/lib/supabase/read-all'
import { line, lines } from '@/lib/typed-text'
import { undoOf } from '../action-result'
import { adminAction } from '../admin-action'

/** Also erases the saved mails. If `cancels`, cancels the person's future calls. */
export const erasePersonalData = adminAction(
  z.object({ email: z.string().min(3).max(254), cancels: z.boolean() }),
  'Failed to erase personal data',
  async ({ email, cancels }, supabase) => {
    const args = { p_email: email, p_cancels: cancels }
    const { data: count } = await supabase.rpc('erase_person', args).throwOnError()
    await deleteSavedMails({ email })
    if ((await listSavedMails()).length > 0) await deleteSavedMails({ requests: await findErased(supabase) })
    return `Personal data erased from ${count} ${count === 1 ? 'request' : 'requests'}`
  },
)

async function findErased(supabase: AdminClient): Promise<string[]> {
  const erased = (['bookings', 'inquiries'] as const).map((table) =>
    readAll((from, to) =>
      supabase.from(table).select('id').eq('email', ERASED_EMAIL).order('id').range(from, to),
    ),
  )
  return (await Promise.all(erased)).flat().map(({ id }) => id)
}

const answerNoted = {
  elsewhere: 'Answer noted',
  not_needed: 'Noted that no answer is needed',
  they_answered: 'They wait for an answer now',
}
export type AnswerAct = keyof typeof answerNoted

const answerNote = z.object({
  id: requestId,
  act: z.enum(['elsewhere', 'not_needed', 'they_answered']),
  formId,
})

export const noteAnswer = adminAction(answerNote, 'Failed to save the answer', async (note, supabase) => {
  const { id, act, formId } = note
  const args = { p_request_id: id, p_form_id: formId }
  const answer = { p_answered: act !== 'they_answered', p_is_needed: act !== 'not_needed' }
  const { data } = await supabase.rpc('set_answered', { ...args, ...answer }).throwOnError()
  const undo = undoOf('answer', [{ id, revision: data }]) // null if the request had this answer already
  return { kind: 'done', message: answerNoted[act], undo }
})

/** Confirms a call that nobody confirmed; null removes the outcome. Only `lost` has a reason. */
export const changeOutcome = adminAction(
  z.object({
    id: requestId,
    outcome: z.enum(outcomes).nullable(),
    reason: line(MAX_OUTCOME_REASON),
    formId,
  }),
  'Failed to save the outcome',
  async ({ id, outcome, reason, formId }, supabase) => {
    const p_reason = outcome === 'lost' && reason ? reason : undefined
    const args = { p_booking_id: id, p_outcome: outcome ?? undefined, p_reason, p_form_id: formId }
    const { data: revision } = await supabase.rpc('set_outcome', args).throwOnError()
    return { kind: 'done', message: 'Outcome saved', undo: undoOf('answer', [{ id, revision }]) }
  },
)

const NOTE_NOT_SAVED = 'Failed to save the note'
const note = z.object({ noteId: z.uuid(), body: lines(MAX_NOTE, 'The note is empty.') })

const newNote = note.extend({ id: requestId })

/** The form creates `noteId`, so that the database stores a repeated submit only once. */
export const addNote = adminAction(newNote, NOTE_NOT_SAVED, async (note, supabase) => {
  const { id, noteId, body } = note
  await supabase.rpc('add_note', { p_id: noteId, p_request_id: id, p_body: body }).throwOnError()
  return 'Note added'
})

export const editNote = adminAction(note, NOTE_NOT_SAVED, async ({ noteId, body }, supabase) => {
  await supabase.rpc('edit_note', { p_id: noteId, p_body: body }).throwOnError()
  return 'Note saved'
})

export const deleteNote = adminAction(z.uuid(), 'Failed to delete the note', async (noteId, supabase) => {
  await supabase.rpc('delete_note', { p_id: noteId }).throwOnError()
  return 'Note deleted'
})
