'use client'

import { useId, useRef, useState } from 'react'
import { CodeField } from '@/components/code-field'
import { PasswordField } from '@/components/password-field'
import type { InvalidField } from '../../action-result'
import { SaveButton } from '../../_components/save-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { useIsChanged } from '../../_components/use-is-changed'
import { changeOwnPassword } from '../password-action'

const RESPONSE_LOST =
  'No response came, so it is not known whether the password was changed. Log out and sign in: with the new one, else with the one before.'

/** Changes the signed-in admin's password. If `hasCode`, also asks for their second factor. */
export function ChangePassword({ email, hasCode }: { email: string; hasCode: boolean }) {
  const { run, pending } = useAdminAction()
  const [invalid, setInvalid] = useState<InvalidField | null>(null)
  const [isLost, setIsLost] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { isChanged, handlers } = useIsChanged()
  const id = useId()

  function change(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (key: string) => typed.get(key) as string
    const entries = { present: text('present'), next: text('next'), code: hasCode ? text('code') : '' }
    run(() => changeOwnPassword(entries), {
      failure: 'Failed to change the password',
      showsLost: true, // the page cannot show which password holds
      onResult(result) {
        const wrong = result.kind === 'invalid' ? result.field : null
        setInvalid(result.kind === 'invalid' ? result : null)
        if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
        if (result.kind === 'done') form.current?.reset()
        setIsLost(result.kind === 'lost')
      },
    })
  }

  const field = (name: string) => ({
    id: `${id}-${name}`,
    name,
    density: 'dense' as const,
    error: invalid?.field === name ? invalid.problem : undefined,
  })
  return (
    <form ref={form} {...handlers} noValidate onSubmit={change} className="grid gap-4">
      {/* Password managers store this with the new password. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...field('present')} label="Present password" autoComplete="current-password" />
      <PasswordField
        {...field('next')}
        label="New password"
        hint="12 characters or more."
        autoComplete="new-password"
      />
      {hasCode && <CodeField {...field('code')} className="w-36" />}
      <p role="status" className="empty:hidden">
        {isLost && RESPONSE_LOST}
      </p>
      <div>
        <SaveButton isChanged={isChanged} pending={pending}>
          Change the password
        </SaveButton>
      </div>
    </form>
  )
}
