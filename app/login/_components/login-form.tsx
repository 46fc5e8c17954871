'use client'

import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { FieldError, PasswordField } from '@/components/password-field'
import { ReloadButton } from '@/components/reload-button'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { unreachable, useFormAction } from '@/components/use-form-action'
import { useSavedText } from '@/components/use-saved-text'
import { idle } from '@/lib/action-state'
import { paths } from '@/lib/paths'
import { signIn, type SignInState } from '../actions'

const SAVED_FIELDS = ['email'] as const

/** The sign-in form. `next` is the path to open after the sign-in. */
export function LoginForm({ next }: { next: string }) {
  const ref = useRef<HTMLFormElement>(null)
  const { state, outdated, pending, form } = useFormAction<SignInState>(signIn, idle, unreachable)
  const { saveText, clearText } = useSavedText(ref, 'sign-in', SAVED_FIELDS)
  useEffect(() => clearText()) // only the reload button needs the saved text
  const error = state.status === 'error' ? state : undefined

  return (
    <form ref={ref} {...form} className="grid gap-5">
      <input type="hidden" name="next" value={next} />
      {error && (
        <Alert variant="destructive">
          <p>{error.message}</p>
          {outdated && <ReloadButton onPress={saveText} />}
        </Alert>
      )}
      <div>
        <Label htmlFor="email">Email</Label>
        <Input
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={error?.entries?.email}
          aria-invalid={Boolean(error?.fields?.email)}
          aria-describedby="email-error"
        />
        <FieldError id="email-error" text={error?.fields?.email} />
      </div>
      <PasswordField
        id="password"
        name="password"
        label="Password"
        autoComplete="current-password"
        error={error?.fields?.password}
      />
      <Button type="submit" aria-disabled={pending}>
        {pending ? 'Signing in...' : 'Sign In'}
      </Button>
      <Link
        href={paths.forgotten}
        prefetch={false}
        className="justify-self-start text-sm underline underline-offset-4"
      >
        Forgotten password?
      </Link>
    </form>
  )
}
