'use client'

import { useEffect } from 'react'
import { unfold } from '../_components/show-section'
import { AvailabilityForm, type FormContext } from './availability-form'
import { emptyValues } from './form-values'
import { useDraft } from './use-draft'

/** The form for new times. */
export function AddAvailability({ context }: { context: FormContext }) {
  const { values, update, restored } = useDraft(context.owner)
  const form = values ?? emptyValues
  useEffect(() => {
    if (restored) unfold(document.getElementById('availability'))
  }, [restored])
  return (
    <>
      <p role="status" className="text-sm text-brand empty:hidden">
        {restored && 'What you had typed is still here.'}
      </p>
      <AvailabilityForm
        values={form}
        onChange={update}
        onEnd={() => update({ ...emptyValues, duration: form.duration })}
        context={context}
      />
    </>
  )
}
