'use client'

import { ActionForm } from '@/components/action-form'
import { CodeField } from '@/components/code-field'
import { SubmitButton } from '@/components/form'
import { OUTDATED } from '@/components/reload-button'
import { PasswordField } from '@/components/password-field'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
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

export function PasswordForm({ token, needsCode }: { token: string; needsCode: boolean }) {
  const action = useFormAction<PasswordState>(setPassword, failed, {
    onResponse(next) {
      // The link is used up. A reload must go on with its session.
      if (next.status === 'error' && next.entries?.opened) history.replaceState(null, '', paths.password)
    },
  })
  const { state } = action
  if (state.status === 'expired') return <LinkOver />
  const hidden = { needsCode: needsCode ? 'yes' : '', ...(state.status === 'error' && state.entries) }
  return (
    <div className="grid gap-5">
      <ActionForm {...action}>
        <input type="hidden" name="token" value={token} />
        {HIDDEN.map((name) => (
          <input key={name} type="hidden" name={name} value={hidden[name] ?? ''} />
        ))}
        <PasswordField
          name="password"
          label="New password"
          hint="12 characters or more."
          autoComplete="new-password"
        />
        {hidden.needsCode && <CodeField className="text-lg! tracking-[0.12em]" />}
        <SubmitButton busy="Setting the password...">Set the password</SubmitButton>
      </ActionForm>
      {hidden.needsCode && <NoPhone open />}
    </div>
  )
}
