import { useId, useState } from 'react'
import { Field, focusShown, FormContext, SubmitButton } from '@/components/form'
import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { limits } from '@/lib/booking/form'
import { packageNames } from '@/lib/content/package-names'
import { RequestLink } from '../../_components/request-link'
import { useAdminAction } from '../../_components/use-admin-action'
import { readDraft, snapshotDraft, storeDraft, useStoredDraft } from '../../_components/use-stored-draft'
import type { InvalidField } from '../../action-result'
import { bookCall } from './call-actions'
import { CALL_KEY, type CallDraft, isCallDraft, newCall } from './call-draft'
import { TimeChoice } from './time-choice'

const USUAL_MINUTES = 30

interface BookFormProps {
  mailed: boolean
  onBooked: () => void
  today: string
  onDone: () => void
}

export function BookForm({ today, mailed, onBooked, onDone }: BookFormProps) {
  const { run, pending } = useAdminAction()
  const { draft, setDraft } = useStoredDraft(CALL_KEY, isCallDraft)
  const [emptyDraft] = useState(newCall)
  const call = draft ?? emptyDraft
  const [invalid, setInvalid] = useState<InvalidField | null>(null)
  const id = useId()
  /** The id of the call that was already booked with this form's `requestId`, if any. */
  const bookedCallId = invalid?.request

  function change(changes: Partial<CallDraft>) {
    setDraft({ ...call, ...changes })
    if (!bookedCallId || changes.requestId) setInvalid(null)
  }

  function close() {
    setDraft(null)
    onDone()
  }

  function book() {
    const { isOther: _isOnlyForTheForm, ...input } = call
    const sentDraft = snapshotDraft(CALL_KEY)
    // The action checks `package`, and asks first if visitors are not offered the time (`outside`).
    run(() => bookCall({ ...input, package: input.package as '', outside: false }), {
      failure: 'Failed to book the call',
      onResult(result) {
        if (result.kind === 'done') {
          onBooked()
          // If the admin has typed since, the form keeps its values: they may be for another call.
          if (snapshotDraft(CALL_KEY) === sentDraft) close()
        }
        if (result.kind !== 'invalid') return
        setInvalid(result)
        document.getElementById(`${id}-${result.field}`)?.focus()
      },
      onUndo: {
        // After Undo in the toast, when the form is closed. A new id, because the old one has booked a call.
        onResult(result) {
          if (result.kind === 'done' && !readDraft(CALL_KEY, isCallDraft))
            storeDraft(CALL_KEY, { ...call, requestId: crypto.randomUUID() })
        },
      },
    })
  }

  const field = (name: 'name' | 'email' | 'phone' | 'message') => ({
    name,
    value: call[name],
    maxLength: limits[name],
    autoComplete: 'off',
    readOnly: false, // what is typed meanwhile stays
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  })

  const errors = invalid ? { [invalid.field]: invalid.problem } : undefined
  return (
    <FormContext value={{ id, pending, errors, density: 'dense' }}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          book()
        }}
      >
        <Field required label="Name" {...field('name')} />
        {/* Not of the type email: the browser would refuse a pasted `Ana <ana@example.com>`. */}
        <Field required label="Email" inputMode="email" {...field('email')} />
        <Field label="Phone (optional)" type="tel" {...field('phone')} />
        <TimeChoice value={call} duration={USUAL_MINUTES} today={today} onChange={change} />
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-package`}>Package (optional)</Label>
          <NativeSelect
            id={`${id}-package`}
            density="dense"
            value={call.package}
            onChange={(event) => change({ package: event.target.value })}
          >
            <option value="">Not said</option>
            {Object.entries(packageNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </div>
        <Field
          label="Message (optional)"
          hint="They read it on the page of their booking."
          multiline
          rows={2}
          className="max-h-60 min-h-16 text-sm"
          {...field('message')}
        />
        <p className="text-muted-foreground">
          It is confirmed at once.{' '}
          {mailed
            ? 'They get the confirmation by email in a minute, with their link.'
            : 'No mail server is set up: open the booking and copy their link for them.'}
        </p>
        {bookedCallId ? (
          <div
            id={`${id}-requestId`}
            ref={focusShown}
            role="group"
            tabIndex={-1}
            aria-labelledby={`${id}-used`}
            className="grid gap-2 rounded-lg border border-border bg-muted px-3 py-2.5"
          >
            <p id={`${id}-used`} className="font-medium">
              {invalid.problem}
            </p>
            <p className="flex flex-wrap items-center gap-x-2">
              <RequestLink id={bookedCallId} onPress={onDone}>
                Open it
              </RequestLink>
              <span aria-hidden>·</span>
              <Button
                type="button"
                size="sm"
                variant="ghost"
                onClick={() => change({ requestId: crypto.randomUUID() })}
              >
                Start a new one
              </Button>
            </p>
          </div>
        ) : (
          <div className="flex flex-wrap gap-2">
            <SubmitButton>Book and confirm</SubmitButton>
            {draft !== null && (
              <Button type="button" size="sm" variant="ghost" onClick={close}>
                Discard
              </Button>
            )}
          </div>
        )}
      </form>
    </FormContext>
  )
}
