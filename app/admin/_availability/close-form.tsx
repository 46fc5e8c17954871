'use client'

import { useEffect, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'
import { useSavedText } from '@/components/use-saved-text'
import { formatDate, siteDates } from '@/lib/dates'
import { unfold } from '../_components/show-section'
import { ActionButton } from '../_components/action-button'
import { useAdminAction } from '../_components/use-admin-action'
import { noteSent } from '../_components/use-stored-draft'
import { closeDates } from './date-actions'

const SAVED_AS = 'close-dates'
const SAVED_FIELDS = ['from', 'to', 'reason'] as const

/** Closes one date or a range of them. */
export function CloseForm({ today }: { today: string }) {
  const { run, pending } = useAdminAction()
  const form = useRef<HTMLFormElement>(null)
  const [invalid, setInvalid] = useState('')
  const { saveText, clearText } = useSavedText(form, SAVED_AS, SAVED_FIELDS)
  useEffect(() => {
    const isTyped = SAVED_FIELDS.some((name) => new FormData(form.current ?? undefined).get(name))
    if (isTyped) unfold(form.current)
  }, [])
  const { last } = siteDates(today)

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = (name: string) => new FormData(event.currentTarget).get(name) as string
    const [from, reason] = [field('from'), field('reason')]
    const to = field('to') || from
    const problem =
      from < today
        ? 'Choose a date from today on.'
        : to < from
          ? 'The last date is before the first.'
          : to > last
            ? `Choose a date no later than ${formatDate(last)}.`
            : ''
    setInvalid(problem)
    if (problem) {
      form.current?.querySelector('input')?.focus()
      return
    }
    const isStillSent = noteSent(SAVED_AS)
    run(() => closeDates({ from, to, reason }), {
      failure: 'Failed to update date availability',
      onResult(result) {
        if (!('message' in result) || !isStillSent()) return
        form.current?.reset()
        clearText()
      },
    })
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onInput={saveText}
      className="flex flex-wrap items-end gap-2"
    >
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="grid gap-1">
          <span className="text-muted-foreground">{name === 'from' ? 'From' : 'To (if more than one)'}</span>
          <Input
            density="dense"
            type="date"
            name={name}
            min={today}
            max={last}
            aria-invalid={invalid !== ''}
          />
        </label>
      ))}
      <label className="grid grow gap-1">
        <span className="text-muted-foreground">Reason</span>
        <Input density="dense" name="reason" maxLength={200} autoComplete="off" />
      </label>
      <ActionButton type="submit" size="sm" variant="outline" pending={pending}>
        Close dates
      </ActionButton>
      <p role="status" className="w-full text-destructive empty:hidden">
        {invalid}
      </p>
    </form>
  )
}
