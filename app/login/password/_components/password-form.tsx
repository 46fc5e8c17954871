'use client'

import { useRef } from 'react'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { PasswordField } from '@/components/password-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { type PasswordState, setPassword } from '../actions'
import { LinkOver } from './link-over'

const UNREACHABLE = 'The site cannot be reached. Check your connection and try again.'
const RESPONSE_LOST =
  'The response was lost, so the password may have been set. Sign in with it, or try again.'

function failed(_: FormData, why: NoResponse): PasswordState {
  const message = { outdated: OUTDATED, offline: UNREACHABLE, lost: RESPONSE_LOST }[why]
  return { status: 'error', message }
}

/**
 * The form for the new password. `token` is that of the mailed link; without one, the session counts. `first`
 * is the state before the first submit.
 */
export function PasswordForm({ token = '', first }: { token?: string; first: PasswordState }) {
  const ref = useRef<HTMLFormElement>(null)
  const { state, outdated, pending, form } = useFormAction<PasswordState>(
    setPassword,
    first,
    failed,
    (next) => {
      if (next.status === 'error' && next.fields?.password)
        ref.current?.querySelector<HTMLInputElement>('[name=password]')?.focus()
    },
  )
  if (state.status === 'expired') return <LinkOver />
  const error = state.status === 'error' ? state : undefined
  return (
    <form ref={ref} {...form} className="grid gap-5">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="lost" value={error?.entries?.lost ?? ''} />
      {error && !error.fields && (
        <Alert variant="destructive">
          <p>{error.message}</p>
          {outdated && <ReloadButton />}
        </Alert>
      )}
      <PasswordField
        id="password"
        name="password"
        label="New password"
        hint="12 characters or more."
        autoComplete="new-password"
        error={error?.fields?.password}
      />
      <Button type="submit" aria-disabled={pending}>
        {pending ? 'Setting the password...' : 'Set the password'}
      </Button>
    </form>
  )
}
