'use client'

import { useEffect } from 'react'
import { FoldOnPhone } from '../_components/fold-on-phone'
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
    <FoldOnPhone
      id="availability"
      title="Add Availability"
      className="md:max-lg:[&_form]:grid-cols-2 md:max-lg:[&_form]:items-start md:max-lg:[&_form]:gap-x-10"
    >
      <p role="status" className="text-sm text-brand empty:hidden">
        {restored && 'What you had typed is still here.'}
      </p>
      <AvailabilityForm
        values={form}
        onChange={update}
        onEnd={() => update({ ...emptyValues, duration: form.duration })}
        context={context}
      />
    </FoldOnPhone>
  )
}
