'use client'

import { useRef } from 'react'
import { Field, SubmitButton } from '@/components/form'
import { Checkbox } from '@/components/ui/checkbox'
import { AdminForm } from '../../_components/admin-form'
import { addCalendar, type NewCalendar } from '../calendar-actions'

export function AddCalendar() {
  // The same values keep their id, so that a retry after a lost response adds no second calendar.
  const sent = useRef<NewCalendar>(undefined)
  return (
    <AdminForm
      seen={null}
      aria-label="Add a calendar"
      send={({ label = '', address = '', allDay }) => {
        const isSame = sent.current?.label === label && sent.current.address === address
        const id = (isSame && sent.current?.id) || crypto.randomUUID()
        return addCalendar((sent.current = { id, label, address, allDay: allDay !== undefined }))
      }}
      options={{
        failure: 'Failed to add the calendar',
        onResult: ({ kind }) => kind === 'done' && (sent.current = undefined),
      }}
    >
      <Field name="label" label="Whose calendar" autoComplete="off" maxLength={40} placeholder="Mere" />
      <Field
        name="address"
        label="Its private address"
        hint="Whoever has it reads the calendar: it is kept encrypted, and not shown again."
        autoComplete="off"
        maxLength={2_000}
        placeholder="https://"
        spellCheck={false}
      />
      <label className="flex w-fit items-center gap-2">
        <Checkbox name="allDay" defaultChecked />
        All-day events count
      </label>
      <SubmitButton busy="Reading it…">Add the calendar</SubmitButton>
    </AdminForm>
  )
}
