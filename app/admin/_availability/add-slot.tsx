'use client'

import { useState } from 'react'
import { Input } from '@/components/ui/input'
import { ActionButton } from '../_components/action-button'
import { useAdminAction } from '../_components/use-admin-action'
import { createSlot } from './slot-actions'

/** The form that creates a time slot on no weekday. */
export function AddSlot() {
  const { run, pending } = useAdminAction()
  const [invalid, setInvalid] = useState(false)

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const field = (name: string) => new FormData(form).get(name) as string
    const times = { start_time: field('start_time'), end_time: field('end_time') }
    run(() => createSlot(times), {
      failure: 'Failed to create time slot.',
      onResult(result) {
        setInvalid(result.kind === 'invalid')
        if (result.kind === 'done') form.reset()
      },
    })
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="mb-2 flex flex-wrap items-end gap-2 border-b border-border pb-3"
    >
      {(['start_time', 'end_time'] as const).map((name) => (
        <label key={name} className="grid gap-1 text-sm">
          <span className="text-muted-foreground">{name === 'start_time' ? 'New slot from' : 'to'}</span>
          <Input density="dense" type="time" name={name} required aria-invalid={invalid} />
        </label>
      ))}
      <ActionButton type="submit" size="sm" variant="outline" pending={pending}>
        Add
      </ActionButton>
    </form>
  )
}
