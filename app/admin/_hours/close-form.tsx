'use client'

import { Field, SubmitButton } from '@/components/form'
import { dateProblem, siteDates } from '@/lib/dates'
import type { DateRange } from '@/lib/hours/schema'
import type { InvalidField } from '../action-result'
import { AdminForm } from '../_components/admin-form'
import { closeDates } from './date-actions'

export function CloseForm({ today }: { today: string }) {
  const field = { readOnly: false, autoComplete: 'off' } // what is typed during a save stays
  const dates = { ...field, type: 'date', min: today, max: siteDates(today).last }
  return (
    <AdminForm
      seen={null}
      send={async ({ from = '', to = '', reason = '' }) => {
        const range = { from, to: to || from }
        return findProblem(range, today) ?? closeDates({ ...range, reason })
      }}
      options={{ failure: 'Failed to update date availability' }}
      isRefilledByUndo
      className="grid grid-cols-2 items-start gap-2"
    >
      <Field name="from" label="From" {...dates} />
      <Field name="to" label="To (if several)" {...dates} />
      <div className="col-span-2 flex flex-wrap items-end gap-2 *:first:grow *:first:basis-36">
        <Field
          name="reason"
          label="Reason"
          maxLength={200}
          placeholder="Only the studio reads it"
          {...field}
        />
        <SubmitButton variant="outline">Close dates</SubmitButton>
      </div>
    </AdminForm>
  )
}

function findProblem({ from, to }: DateRange, today: string): InvalidField | null {
  const early = dateProblem(from, today)
  const problem = early || (to < from ? 'The last date is before the first.' : dateProblem(to, today))
  return problem ? { kind: 'invalid', field: early ? 'from' : 'to', problem } : null
}
