'use client'

import { useId, useRef, useState } from 'react'
import { PasswordField } from '@/components/password-field'
import { Button } from '@/components/ui/button'
import { useAdminAction } from '../../_components/use-admin-action'
import { changeOwnPassword } from '../password-action'

/** Changes the password of the person who is here. */
export function ChangePassword({ email }: { email: string }) {
  const { run, pending } = useAdminAction()
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()

  function change(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (key: string) => typed.get(key) as string
    run(() => changeOwnPassword({ present: text('present'), next: text('next') }), {
      failure: 'Failed to change the password',
      onResult(result) {
        const wrong = result.status === 'error' && result.field
        setProblem(wrong ? { field: wrong, message: result.message } : null)
        if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
        if (result.status === 'success') form.current?.reset()
      },
    })
  }

  const field = (name: string) => ({
    id: `${id}-${name}`,
    name,
    error: problem?.field === name ? problem.message : undefined,
  })
  return (
    <form ref={form} noValidate onSubmit={change} className="grid gap-4">
      {/* For password managers, which store it with the new password. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...field('present')} label="Present password" autoComplete="current-password" />
      <PasswordField
        {...field('next')}
        label="New password"
        hint="12 characters or more."
        autoComplete="new-password"
      />
      <div>
        <Button type="submit" size="sm" aria-disabled={pending}>
          Change the password
        </Button>
      </div>
    </form>
  )
}
