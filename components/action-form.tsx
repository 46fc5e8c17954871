'use client'

import { useEffect, useRef } from 'react'
import { FormContext, focusInvalid, type FormState } from './form'
import { ReloadButton } from './reload-button'
import { Alert } from './ui/alert'
import type { useFormAction } from './use-form-action'

interface Sent extends Pick<FormState, 'entries'> {
  status: string
  message?: string
  fields?: FormState['errors']
}

interface ActionFormProps extends Pick<
  ReturnType<typeof useFormAction<Sent>>,
  'outdated' | 'pending' | 'form'
> {
  state: Sent
  ref?: React.RefObject<HTMLFormElement | null>
  onReload?: () => void
  children: React.ReactNode
}

/** After a success it stays busy, because another page follows. */
export function ActionForm({
  state,
  outdated,
  pending,
  form,
  onReload,
  children,
  ...props
}: ActionFormProps) {
  const own = useRef<HTMLFormElement>(null)
  const ref = props.ref ?? own
  const error = state.status === 'error' ? state : undefined
  useEffect(() => focusInvalid(ref.current, error?.fields), [ref, error])
  const isAtField = Object.values(error?.fields ?? {}).includes(error?.message)
  return (
    <FormContext
      value={{
        pending: pending || state.status === 'success',
        errors: error?.fields,
        entries: error?.entries,
      }}
    >
      <form ref={ref} {...form} className="grid gap-5">
        {error && !isAtField && (
          <Alert variant="destructive">
            <p>{error.message}</p>
            {outdated && <ReloadButton onPress={onReload} />}
          </Alert>
        )}
        {children}
      </form>
    </FormContext>
  )
}
