'use client'

import { ActionForm } from '@/components/action-form'
import { Field, focusShown, SubmitButton } from '@/components/form'
import { Alert } from '@/components/ui/alert'
import { unreachable, useFormAction } from '@/components/use-form-action'
import { paths } from '@/lib/paths'
import { QuietLink } from '../../_components/quiet-link'
import { askForLink, type ForgottenState } from '../actions'

export function ForgottenForm() {
  const action = useFormAction<ForgottenState>(askForLink, unreachable)
  const { state } = action
  return (
    <div className="grid gap-5">
      {state.status === 'success' ? (
        <Alert ref={focusShown} tabIndex={-1} className="outline-none">
          {state.message}
        </Alert>
      ) : (
        <ActionForm {...action}>
          <Field
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            required
            hint="An admin gets a mail with a link to set a new password."
          />
          <SubmitButton busy="Sending...">Send the mail</SubmitButton>
        </ActionForm>
      )}
      <QuietLink href={paths.login}>Back to the sign-in</QuietLink>
    </div>
  )
}
