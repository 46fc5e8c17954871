'use client'

import { AvailabilityForm, type FormContext } from './availability-form'
import { emptyValues } from './form-values'
import { useDraft } from './use-draft'

/** The form for new times. */
export function AddAvailability({ context }: { context: FormContext }) {
  const { values, update, restored } = useDraft(context.owner)
  const form = values ?? emptyValues
  return (
    <section aria-labelledby="availability" className="grid content-start gap-3">
      <h2 id="availability" tabIndex={-1} className="text-lg tracking-tight">
        Add Availability
      </h2>
      <p role="status" className="text-sm text-brand empty:hidden">
        {restored && 'What you had typed is still here.'}
      </p>
      <AvailabilityForm
        values={form}
        onChange={update}
        onEnd={() => update({ ...emptyValues, duration: form.duration })}
        context={context}
      />
    </section>
  )
}
