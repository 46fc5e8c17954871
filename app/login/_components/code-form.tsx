'use client'

import { useId } from 'react'
import { ActionForm } from '@/components/action-form'
import { CodeField } from '@/components/code-field'
import { SubmitButton } from '@/components/form'
import { Button } from '@/components/ui/button'
import { unreachable, useFormAction } from '@/components/use-form-action'
import { type CodeState, logOut, signInWithCode } from '../actions'
import { NoPhone } from './no-phone'

export function CodeForm({ email, next }: { email: string; next: string }) {
  const leave = useId()
  const action = useFormAction<CodeState>(signInWithCode, unreachable, {
    onResponse: (answer) => answer.status === 'success' && location.assign(answer.data),
  })
  const { state, hydrated } = action
  const isLocked = state.status === 'error' && state.entries?.locked === 'locked'
  return (
    <div className="grid gap-5">
      <form id={leave} action={logOut} />
      <ActionForm {...action}>
        <input type="hidden" name="next" value={next} />
        {hydrated && <input type="hidden" name="scripts" value="yes" />}
        {/* For password managers, which find the code by the account. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
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
        <CodeField className="text-lg! tracking-[0.12em]" autoFocus disabled={isLocked} />
        <SubmitButton busy="Signing in..." disabled={isLocked}>
          Sign In
        </SubmitButton>
      </ActionForm>
      <NoPhone />
    </div>
  )
}
