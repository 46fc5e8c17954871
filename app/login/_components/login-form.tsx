'use client'

import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { ActionForm } from '@/components/action-form'
import { Field, SubmitButton } from '@/components/form'
import { PasswordField } from '@/components/password-field'
import { unreachable, useFormAction } from '@/components/use-form-action'
import { useSavedText } from '@/components/use-saved-text'
import { idle } from '@/lib/action-state'
import { paths } from '@/lib/paths'
import { signIn, type SignInState } from '../actions'

const SAVED_FIELDS = ['email'] as const

export function LoginForm({ next }: { next: string }) {
  const ref = useRef<HTMLFormElement>(null)
  const { saveText, clearText } = useSavedText(ref, 'sign-in', SAVED_FIELDS)
  useEffect(() => clearText()) // only the reload button needs the saved text
  return (
    <ActionForm ref={ref} {...useFormAction<SignInState>(signIn, idle, unreachable)} onReload={saveText}>
      <input type="hidden" name="next" value={next} />
      <Field name="email" label="Email" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <SubmitButton busy="Signing in...">Sign In</SubmitButton>
      <Link
        href={paths.forgotten}
        prefetch={false}
        className="justify-self-start text-sm underline underline-offset-4"
      >
        Forgotten password?
      </Link>
    </ActionForm>
  )
}
