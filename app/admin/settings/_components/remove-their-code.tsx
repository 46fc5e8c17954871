'use client'

import { useId, useState } from 'react'
import { CodeField } from '@/components/code-field'
import { FormContext } from '@/components/form'
import { PasswordField } from '@/components/password-field'
import { Button } from '@/components/ui/button'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { useAdminAction } from '../../_components/use-admin-action'
import { removeFactorOf } from '../second-factor-actions'

/** Removes another admin's second factor. The signed-in admin confirms with their own code, or else their password. */
export function RemoveTheirCode(props: { id: string; email: string; hasOwnCode: boolean }) {
  const { id, email, hasOwnCode } = props
  const { run, pending } = useAdminAction()
  const [isConfirming, setConfirming] = useState(false)
  const [error, setError] = useState<string>()
  const [codeOrPassword, setCodeOrPassword] = useState('')
  const formId = useId()
  const fieldProps = {
    name: 'code',
    value: codeOrPassword,
    problem: error,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setCodeOrPassword(event.target.value),
  }

  function close() {
    setConfirming(false)
    setError(undefined)
    setCodeOrPassword('')
  }
  function remove() {
    run(() => removeFactorOf({ id, code: codeOrPassword }), {
      failure: 'Failed to remove their code',
      onResult(result) {
        setError(result.kind === 'invalid' ? result.problem : undefined)
        if (result.kind === 'done') close()
      },
    })
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Remove the code of ${email}`}
        onClick={() => setConfirming(true)}
      >
        Remove their code
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={`Remove the code of ${email}?`}
        cancelLabel="Keep it"
        confirm={
          <ConfirmButton variant="destructive" pending={pending} onClick={remove}>
            Remove their code
          </ConfirmButton>
        }
        onClose={close}
      >
        <p>Do it when their phone is lost, and only when you know that they ask: ring them.</p>
        <p>
          They are signed out everywhere. Until they add another code, their password alone opens the admin.
          You both get an email.
        </p>
        <FormContext value={{ id: formId, density: 'dense' }}>
          {hasOwnCode ? (
            <CodeField {...fieldProps} hint="" className="w-40" />
          ) : (
            <PasswordField {...fieldProps} label="Your password" autoComplete="current-password" />
          )}
        </FormContext>
      </ConfirmDialog>
    </>
  )
}
