'use server'

import * as commands from '@/lib/requests/commands'
import {
  answerNote,
  type AnswerNote,
  erasure,
  type Erasure,
  type NewNote,
  newNote,
  type NoteChange,
  noteChange,
  type OutcomeChange,
  outcomeChange,
  ownerChange,
  type OwnerChange,
  requestId,
} from '@/lib/requests/schema'
import { listAdmins } from '@/lib/requests/details'
import { getViewer } from '@/lib/supabase/auth'
import { type ActionResult, undoOf } from '../action-result'
import { parseInput } from '../parse-input'
import { runAdminAction } from '../run-admin-action'

/** Erases a person's data from all their requests. If `cancels`, also cancels their future calls. */
export async function erasePersonalData(input: Erasure): Promise<ActionResult> {
  return runAdminAction('Failed to erase personal data', async () => {
    const count = await commands.erasePerson(erasure.parse(input))
    return `Personal data erased from ${count} ${count === 1 ? 'request' : 'requests'}`
  })
}

const NOTE_NOT_SAVED = 'Failed to save the note'

/** Gives a request to an admin, or to nobody. */
export async function changeOwner(input: OwnerChange): Promise<ActionResult> {
  return runAdminAction('Failed to give the request', async () => {
    const change = ownerChange.parse(input)
    const revision = await commands.setOwner(change)
    const isMine = change.owner === (await getViewer())?.id
    const before = isMine ? (await listAdmins()).find(({ id }) => id === change.seen) : undefined
    const mine = before ? `It is yours, taken from ${before.email}` : 'It is yours'
    return {
      kind: 'done',
      message: isMine ? mine : change.owner ? 'Request given' : 'Nobody looks after it now',
      undo: undoOf('owner', [{ id: change.id, name: '', revision }]),
    }
  })
}

const answerNoted = {
  elsewhere: 'Answer noted',
  not_needed: 'Noted that no answer is needed',
  they_answered: 'They wait for an answer now',
}

/** Records that an admin answered another way, that no answer is needed, or that the visitor has answered. */
export async function noteAnswer(input: AnswerNote): Promise<ActionResult> {
  return runAdminAction('Failed to save the answer', async () => {
    const note = answerNote.parse(input)
    const revision = await commands.setAnswered(note)
    return {
      kind: 'done',
      message: answerNoted[note.act],
      // `revision` is null if the request had this answer already.
      undo: undoOf('answer', revision === null ? [] : [{ id: note.id, name: '', revision }]),
    }
  })
}

export async function changeOutcome(input: OutcomeChange): Promise<ActionResult> {
  return runAdminAction('Failed to save the outcome', async () => {
    await commands.setOutcome(parseInput(outcomeChange, input, 'Failed to save the outcome'))
    return 'Outcome saved'
  })
}

export async function addNote(input: NewNote): Promise<ActionResult> {
  return runAdminAction(NOTE_NOT_SAVED, async () => {
    await commands.addNote(parseInput(newNote, input, NOTE_NOT_SAVED))
    return 'Note added'
  })
}

/** Changes one of the signed-in admin's own notes. */
export async function editNote(input: NoteChange): Promise<ActionResult> {
  return runAdminAction(NOTE_NOT_SAVED, async () => {
    await commands.editNote(parseInput(noteChange, input, NOTE_NOT_SAVED))
    return 'Note saved'
  })
}

/** Deletes one of the signed-in admin's own notes. */
export async function deleteNote(noteId: string): Promise<ActionResult> {
  return runAdminAction('Failed to delete the note', async () => {
    await commands.deleteNote(requestId.parse(noteId))
    return 'Note deleted'
  })
}
