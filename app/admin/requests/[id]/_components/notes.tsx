'use client'

import { useId, useState } from 'react'
import { Field, FormContext, SubmitButton } from '@/components/form'
import { Button } from '@/components/ui/button'
import { formatTimestamp } from '@/lib/dates'
import type { Admin, Note } from '@/lib/requests/one-request'
import { MAX_NOTE } from '@/lib/requests/request'
import { PartFailure } from '../../../_components/part-failure'
import { usePreviousData } from '../../../_components/previous-data'
import { RunButton } from '../../../_components/run-button'
import { useAdminAction } from '../../../_components/use-admin-action'
import { hasShape } from '../../../_components/shape'
import { snapshotDraft, useStoredDraft } from '../../../_components/use-stored-draft'
import { addNote, deleteNote, editNote } from '../../actions'

interface NotesProps {
  id: string
  /** Null, like `admins`, if they could not be read. */
  notes: Note[] | null
  admins: Admin[] | null
  me: string
}

/** An admin can change only their own notes. */
export function Notes({ id, me, ...read }: NotesProps) {
  const notes = usePreviousData(read.notes) ?? []
  const admins = usePreviousData(read.admins)
  const [editing, setEditing] = useState<string | null>(null)
  const nameOf = (author: string | null) =>
    admins ? (admins.find((admin) => admin.id === author)?.email ?? 'A former admin') : 'An admin'
  return (
    <section className="mt-6">
      <h3 id="notes" className="font-semibold">
        Notes
      </h3>
      {read.notes === null && <PartFailure sentence="The notes could not be read." />}
      {notes.length > 0 && (
        <ul aria-labelledby="notes" className="mt-2 grid gap-2">
          {notes.map((note) => (
            <li key={note.id} className="rounded-lg bg-muted px-3.5 py-2.5">
              {editing === note.id ? (
                <NoteForm
                  draftName={`note ${note.id}`}
                  label="Change the note"
                  body={note.body}
                  onSave={({ body }) => editNote({ noteId: note.id, body })}
                  onEnd={() => setEditing(null)}
                />
              ) : (
                <>
                  <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
                    {note.body}
                  </p>
                  <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground">
                    <span>{`${nameOf(note.author)}, ${formatTimestamp(note.edited_at ?? note.created_at)}${note.edited_at ? ' (edited)' : ''}`}</span>
                    {note.author === me && (
                      <>
                        <Button size="xs" variant="ghost" onClick={() => setEditing(note.id)}>
                          Edit<span className="sr-only"> the note</span>
                        </Button>
                        <RunButton
                          size="xs"
                          variant="ghost"
                          action={() => deleteNote(note.id)}
                          options={{ failure: 'Failed to delete the note' }}
                        >
                          Delete<span className="sr-only"> the note</span>
                        </RunButton>
                      </>
                    )}
                  </p>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <NoteForm
        draftName={`new note ${id}`}
        label="Add a note"
        hint="Only the studio reads it. The person may ask to see what is kept about them."
        onSave={(note) => addNote({ id, ...note })}
      />
    </section>
  )
}

/** `noteId` lets the database ignore a repeated save. */
interface NoteDraft {
  noteId: string
  body: string
}
const isNoteDraft = (value: unknown): value is NoteDraft => hasShape(value, { noteId: '', body: '' })

interface NoteFormProps {
  draftName: string
  label: string
  hint?: string
  body?: string
  onSave: (note: NoteDraft) => ReturnType<typeof addNote>
  onEnd?: () => void
}

function NoteForm({ draftName, label, hint, body = '', onSave, onEnd }: NoteFormProps) {
  const { run, pending } = useAdminAction()
  const { draft, setDraft } = useStoredDraft(draftName, isNoteDraft)
  const typed = draft?.body ?? body
  const field = useId()
  return (
    <FormContext value={{ id: field, pending, density: 'dense' }}>
      <form
        className="mt-2 grid gap-1.5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!typed.trim()) return
          const note = draft ?? { noteId: crypto.randomUUID(), body }
          const sentDraft = snapshotDraft(draftName)
          run(() => onSave(note), {
            failure: 'Failed to save the note',
            onShown(result) {
              if (result.kind !== 'done' || snapshotDraft(draftName) !== sentDraft) return
              setDraft(null)
              onEnd?.()
            },
          })
        }}
      >
        <Field
          name="note"
          label={label}
          isLabelHidden
          hint={hint}
          multiline
          rows={1}
          placeholder={label}
          maxLength={MAX_NOTE}
          value={typed}
          onChange={({ target }) => setDraft({ noteId: crypto.randomUUID(), body: target.value })}
          className="max-h-60 min-h-9! text-sm"
        />
        <SubmitButton size="xs" variant="outline">
          {body ? 'Save note' : 'Add note'}
        </SubmitButton>
      </form>
    </FormContext>
  )
}
