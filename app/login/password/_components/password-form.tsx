'use client'

import { useRef } from 'react'
import { CodeField } from '@/components/code-field'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { PasswordField } from '@/components/password-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { idle } from '@/lib/action-state'
import { paths } from '@/lib/paths'
import { postedFields } from '@/lib/posted-form'
import { NoPhone } from '../../_components/no-phone'
import { type PasswordState, setPassword } from '../actions'
import { HIDDEN } from '../hidden-fields'
import { LinkOver } from './link-over'

const UNREACHABLE = 'The site cannot be reached. Check your connection and try again.'
const RESPONSE_LOST =
  'The response was lost, so the password may have been set. Sign in with it, or try again.'

function failed(form: FormData, why: NoResponse): PasswordState {
  const message = { outdated: OUTDATED, offline: UNREACHABLE, lost: RESPONSE_LOST }[why]
  return { status: 'error', message, entries: postedFields(form, HIDDEN) }
}

/**
 * The form for the new password, and for an account with a phone (`needsCode`) its code. `token` is that of the
 * mailed link; without one, the session counts.
 */
export function PasswordForm({ token, needsCode }: { token: string; needsCode: boolean }) {
  const ref = useRef<HTMLFormElement>(null)
  const { state, outdated, pending, form } = useFormAction<PasswordState>(
    setPassword,
    idle,
    failed,
    (next) => {
      if (next.status !== 'error') return
      // The link is used up. A reload must go on with its session.
      if (next.entries?.opened) history.replaceState(null, '', paths.password)
      const [field] = Object.keys(next.fields ?? {})
      const input = ref.current?.querySelector<HTMLInputElement>(`[name=${field}]`)
      input?.focus()
      input?.select()
    },
  )
  if (state.status === 'expired') return <LinkOver />
  const error = state.status === 'error' ? state : undefined
  const hidden = { needsCode: needsCode ? 'yes' : '', ...error?.entries }
  return (
    <div className="grid gap-5">
      <form ref={ref} {...form} className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        {HIDDEN.map((name) => (
          <input key={name} type="hidden" name={name} value={hidden[name] ?? ''} />
        ))}
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
        {hidden.needsCode && (
          <CodeField id="code" className="min-h-11 text-lg tracking-[0.12em]" error={error?.fields?.code} />
        )}
        <Button type="submit" aria-disabled={pending}>
          {pending ? 'Setting the password...' : 'Set the password'}
        </Button>
      </form>
      {hidden.needsCode && <NoPhone open />}
    </div>
  )
}
