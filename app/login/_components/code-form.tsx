'use client'

import { useId, useRef } from 'react'
import { CodeField } from '@/components/code-field'
import { ReloadButton } from '@/components/reload-button'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { unreachable, useFormAction } from '@/components/use-form-action'
import { idle } from '@/lib/action-state'
import { type CodeState, logOut, signInWithCode } from '../actions'
import { NoPhone } from './no-phone'

/**
 * The second step of the sign-in: the code from the admin's phone. `next` is the path to open after the
 * sign-in.
 */
export function CodeForm({ email, next }: { email: string; next: string }) {
  const ref = useRef<HTMLFormElement>(null)
  const leave = useId()
  const { state, outdated, pending, hydrated, form } = useFormAction<CodeState>(
    signInWithCode,
    idle,
    unreachable,
    (answer) => {
      if (answer.status === 'success') location.assign(answer.data)
      else ref.current?.querySelector<HTMLInputElement>('[name=code]')?.select()
    },
  )
  const error = state.status === 'error' ? state : undefined
  const isLocked = error?.entries?.locked === 'locked'
  const isBusy = pending || state.status === 'success'

  return (
    <div className="grid gap-5">
      <form id={leave} action={logOut} />
      <form ref={ref} {...form} className="grid gap-5">
        <input type="hidden" name="next" value={next} />
        {hydrated && <input type="hidden" name="scripts" value="yes" />}
        {/* For password managers, which find the code by the account. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {error && !error.fields && (
          <Alert variant="destructive">
            <p>{error.message}</p>
            {outdated && <ReloadButton />}
          </Alert>
        )}
        <div>
          <p className="mb-1.5 font-medium">Email</p>
          <div className="flex min-h-11 items-center gap-3 border-y border-border/70">
            <span title={email} className="min-w-0 flex-1 truncate text-muted-foreground">
              {email}
            </span>
            <Button type="submit" form={leave} variant="ghost" size="sm" className="text-brand">
              Log out
            </Button>
          </div>
        </div>
        <CodeField
          id="code"
          className="min-h-11 text-lg tracking-[0.12em]"
          autoFocus
          defaultValue={error?.entries?.code}
          disabled={isLocked}
          error={error?.fields?.code}
        />
        <Button type="submit" aria-disabled={isBusy} disabled={isLocked}>
          {isBusy ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      <NoPhone />
    </div>
  )
}
