'use client'

import { use } from 'react'
import { FormContext, SubmitButton } from '@/components/form'
import { Input } from '@/components/ui/input'
import { AdminForm } from '../_components/admin-form'
import { createSlot } from './slot-actions'

export function AddSlot() {
  return (
    <AdminForm
      seen={null}
      send={({ start_time = '', end_time = '' }) => createSlot({ start_time, end_time })}
      options={{ failure: 'Failed to create time slot.' }}
      className="mb-2 flex flex-wrap items-end gap-2 border-b border-border pb-3"
    >
      <Time name="start_time" label="New slot from" />
      <Time name="end_time" label="to" />
      <SubmitButton variant="outline">Add</SubmitButton>
    </AdminForm>
  )
}

function Time({ name, label }: { name: string; label: string }) {
  const { errors } = use(FormContext) // an invalid slot marks both times
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-muted-foreground">{label}</span>
      <Input density="dense" type="time" name={name} required aria-invalid={errors !== undefined} />
    </label>
  )
}
