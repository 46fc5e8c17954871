'use client'

import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { fieldVariants } from '@/components/ui/field-variants'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { limits } from '@/lib/booking/form'
import { packageNames } from '@/lib/content/packages'
import type { BookedCall } from '@/lib/requests/call-commands'
import { ActionButton } from '../../_components/action-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { noteSent, readDraft, useStoredDraft } from '../../_components/use-stored-draft'
import type { InvalidField } from '../../action-result'
import { BookedBefore } from './booked-before'
import { bookCall } from './call-actions'
import { CALL_DRAFT, type CallDraft, callDraft, describeBooked, isSame, newCall } from './call-draft'
import { readBookedCall } from '../read-requests'
import { TimeChoice } from './time-choice'

/** Minutes that a call takes, for a time that is typed. */
const USUAL_LENGTH = 30

interface BookFormProps {
  /** Whether the person gets a mail about it. */
  mailed: boolean
  onBooked: () => void
  today: string
  onDone: () => void
}

/** The form of a call for somebody. */
export function BookForm({ today, mailed, onBooked, onDone }: BookFormProps) {
  const { run, pending } = useAdminAction()
  const { draft, setDraft } = useStoredDraft(CALL_DRAFT, callDraft)
  const [begun] = useState(newCall)
  const call = draft ?? begun
  const [invalid, setInvalid] = useState<InvalidField | null>(null)
  const [before, setBefore] = useState<BookedCall | null>(null)
  const id = useId()

  function change(more: Partial<CallDraft>) {
    setDraft({ ...call, ...more })
    setInvalid(null)
  }

  function close() {
    setDraft(null)
    onDone()
  }

  /** `insteadOf` is the call that the form had booked before. */
  function book({ requestId = call.requestId, insteadOf }: { requestId?: string; insteadOf?: string } = {}) {
    const { isOther: _, ...rest } = call
    const sent = { ...rest, requestId, insteadOf, package: rest.package as '' }
    const isStillSent = noteSent(CALL_DRAFT)
    // What is typed by now, perhaps in a form that was opened again since, may be another call.
    const typedNow = () => {
      const typed = readDraft(CALL_DRAFT, callDraft)
      return typed?.requestId === requestId ? typed : null
    }
    const ask = () => void readBookedCall(requestId).then((found) => setBefore(found?.call ?? null))
    run(() => bookCall({ ...sent, outside: false }), {
      failure: 'Failed to book the call',
      async look() {
        const found = await readBookedCall(requestId)
        if (!found) return null
        const typed = typedNow()
        if (found.call && typed) {
          if (isSame(found.call, typed)) close()
          else setBefore(found.call)
        }
        const message = found.call
          ? describeBooked(found.call)
          : 'No call was booked. What you typed is still in the form.'
        return { done: found.call !== null, message }
      },
      onResult(result) {
        if ('message' in result) {
          onBooked()
          if (isStillSent()) close()
          else if (typedNow()) ask()
        }
        if (!('problem' in result)) return
        if (result.field === 'requestId') ask()
        setInvalid(result)
        document.getElementById(`${id}-${result.field}`)?.focus()
      },
    })
  }

  const fieldOf = (name: 'name' | 'email' | 'phone') => ({
    id: `${id}-${name}`,
    density: 'dense' as const,
    value: call[name],
    maxLength: limits[name],
    autoComplete: 'off',
    'aria-invalid': invalid?.field === name,
    'aria-describedby': invalid?.field === name ? `${id}-problem` : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  })
  const problem = (name: string) =>
    invalid?.field === name && (
      <p id={`${id}-problem`} className="text-destructive">
        {invalid.problem}
      </p>
    )

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        book()
      }}
    >
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-name`}>Name</Label>
        <Input required {...fieldOf('name')} />
        {problem('name')}
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-email`}>Email</Label>
        <Input required type="email" {...fieldOf('email')} />
        {problem('email')}
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-phone`}>Phone (optional)</Label>
        <Input type="tel" {...fieldOf('phone')} />
        {problem('phone')}
      </div>
      <TimeChoice value={call} duration={USUAL_LENGTH} today={today} onChange={change} />
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
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-message`}>Message (optional)</Label>
        <textarea
          id={`${id}-message`}
          rows={2}
          maxLength={limits.message}
          value={call.message}
          aria-describedby={`${id}-hint`}
          onChange={(event) => change({ message: event.target.value })}
          className={fieldVariants({ density: 'lines', className: 'max-h-60 min-h-16 text-sm' })}
        />
        <p id={`${id}-hint`} className="text-muted-foreground">
          They read it on the page of their booking.
        </p>
      </div>
      <p className="text-muted-foreground">
        It is confirmed at once.{' '}
        {mailed
          ? 'They get the confirmation by email in a minute, with their link.'
          : 'No mail server is set up: open the booking and copy their link for them.'}
      </p>
      {before ? (
        <BookedBefore
          call={before}
          typed={call}
          pending={pending}
          onKeep={close}
          onReplace={() => book({ insteadOf: before.id })}
          onBookToo={() => {
            const requestId = crypto.randomUUID()
            change({ requestId })
            setBefore(null)
            book({ requestId })
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <ActionButton type="submit" size="sm" pending={pending}>
            Book and confirm
          </ActionButton>
          {draft !== null && (
            <Button type="button" size="sm" variant="ghost" onClick={close}>
              Discard
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
