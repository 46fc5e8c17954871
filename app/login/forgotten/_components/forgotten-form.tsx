'use client'

import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { ActionForm } from '@/components/action-form'
import { Field, SubmitButton } from '@/components/form'
import { Alert } from '@/components/ui/alert'
import { unreachable, useFormAction } from '@/components/use-form-action'
import { idle } from '@/lib/action-state'
import { paths } from '@/lib/paths'
import { askForLink, type ForgottenState } from '../actions'

export function ForgottenForm() {
  const action = useFormAction<ForgottenState>(askForLink, idle, unreachable)
  const { state } = action
  const done = useRef<HTMLDivElement>(null)
  const isDone = state.status === 'success'
  useEffect(() => {
    if (isDone) done.current?.focus()
  }, [isDone])

  return (
    <div className="grid gap-5">
      {isDone ? (
        <Alert ref={done} tabIndex={-1} className="outline-none">
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
      <Link
        href={paths.login}
        prefetch={false}
        className="justify-self-start text-sm underline underline-offset-4"
      >
        Back to the sign-in
      </Link>
    </div>
  )
}
