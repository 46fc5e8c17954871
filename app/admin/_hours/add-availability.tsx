'use client'

import { useEffect, useRef } from 'react'
import { useStoredDraft } from '../_components/use-stored-draft'
import type { HoursContext } from './hours-form'
import { emptyValues, isFormDraft, formKey } from './form-values'
import { HoursForm } from './lazy-form'

export function AddAvailability({ context }: { context: HoursContext }) {
  const draftName = formKey(context.email)
  const { draft, setDraft, isRestored } = useStoredDraft(draftName, isFormDraft)
  const form = draft ?? emptyValues
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isRestored) notice.current?.closest('details')?.setAttribute('open', '')
  }, [isRestored])
  return (
    <>
      <p ref={notice} role="status" className="text-sm text-brand empty:hidden">
        {isRestored && 'What you had typed is still here.'}
      </p>
      <HoursForm
        values={form}
        start={emptyValues}
        onChange={setDraft}
        draftName={draftName}
        onEnd={() => setDraft({ ...emptyValues, duration: form.duration })}
        context={context}
      />
    </>
  )
}
