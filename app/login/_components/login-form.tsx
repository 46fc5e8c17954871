'use client'

import { useRef } from 'react'
import { ActionForm } from '@/components/action-form'
import { Field, SubmitButton } from '@/components/form'
import { PasswordField } from '@/components/password-field'
import { unreachable, useFormAction } from '@/components/use-form-action'
import { useTextForReload } from '@/components/use-saved-text'
import { paths } from '@/lib/paths'
import { signIn, type SignInState } from '../actions'
import { QuietLink } from './quiet-link'

const SAVED_FIELDS = ['email'] as const

export function LoginForm({ next }: { next: string }) {
  const ref = useRef<HTMLFormElement>(null)
  const saveEmail = useTextForReload(ref, 'sign-in', SAVED_FIELDS)
  return (
    <ActionForm ref={ref} {...useFormAction<SignInState>(signIn, unreachable)} onReload={saveEmail}>
      <input type="hidden" name="next" value={next} />
      <Field name="email" label="Email" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <SubmitButton busy="Signing in...">Sign In</SubmitButton>
      <QuietLink href={paths.forgotten}>Forgotten password?</QuietLink>
    </ActionForm>
  )
}
