'use client'

import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { ReloadButton } from '@/components/reload-button'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { unreachable, useFormAction } from '@/components/use-form-action'
import { idle } from '@/lib/action-state'
import { paths } from '@/lib/paths'
import { askForLink, type ForgottenState } from '../actions'

/** Asks an admin for the e-mail address, then says when a mail comes, and when none does. */
export function ForgottenForm() {
  const { state, outdated, pending, form } = useFormAction<ForgottenState>(askForLink, idle, unreachable)
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
        <form {...form} className="grid gap-5">
          {state.status === 'error' && (
            <Alert variant="destructive">
              <p>{state.message}</p>
              {outdated && <ReloadButton />}
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
              aria-describedby="email-hint"
            />
            <p id="email-hint" className="mt-1.5 text-sm text-muted-foreground">
              An admin gets a mail with a link to set a new password.
            </p>
          </div>
          <Button type="submit" aria-disabled={pending}>
            {pending ? 'Sending...' : 'Send the mail'}
          </Button>
        </form>
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
