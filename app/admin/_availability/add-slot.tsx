'use client'

import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { useFormAction } from '@/components/use-form-action'
import { report, unreachable } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'
import { createSlot } from './actions'

/** Adds a slot that is on no weekday yet. */
export function AddSlot() {
  const form = useRef<HTMLFormElement>(null)
  const { state, form: props } = useFormAction<ActionResult>(
    createSlot,
    { status: 'idle' },
    (_, why) => unreachable('Failed to create time slot.', why),
    (result) => {
      report(result)
      if (result.status === 'success') form.current?.reset()
    },
  )
  const invalid = state.status === 'error' && state.field === 'slot'
  return (
    <form ref={form} {...props} className="mb-2 flex flex-wrap items-end gap-2 border-b border-border pb-3">
      {(['start_time', 'end_time'] as const).map((name) => (
        <label key={name} className="grid gap-1 text-sm">
          <span className="text-muted-foreground">{name === 'start_time' ? 'New slot from' : 'to'}</span>
          <Input density="dense" type="time" name={name} required aria-invalid={invalid} />
        </label>
      ))}
      <Button type="submit" size="sm" variant="outline">
        Add
      </Button>
    </form>
  )
}
