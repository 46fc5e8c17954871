'use client'

import { Copy, Plus } from 'lucide-react'
import { useId, useRef, useState, useTransition } from 'react'
import { flushSync } from 'react-dom'
import { CodeField } from '@/components/code-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { NewFactor } from '@/lib/sign-in/factors'
import type { ActionResult } from '../../action-result'
import { ActionButton } from '../../_components/action-button'
import { copyText } from '../../_components/copy-text'
import { redirectToLogin } from '../../_components/redirect-to-login'
import { SaveButton } from '../../_components/save-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { useIsChanged } from '../../_components/use-is-changed'
import { addFactor, beginFactor, type Proof, removeFactor } from '../second-factor-actions'

/** One of the signed-in admin's phones. */
export interface Phone {
  id: string
  name: string
  /** When the phone was added, in words; `used` is when its code was last used. */
  since: string
  used: string
}

const OFF =
  'Supabase has codes switched off. Switch TOTP on under Authentication, Multi-Factor; then press again.'
const FAILED = 'The site could not be reached. Please try again.'

/** Adds and removes the signed-in admin's phones. With a phone, the sign-in asks for a code from it. */
export function SecondFactor({ phones }: { phones: Phone[] }) {
  const [begun, setBegun] = useState<NewFactor | 'off' | 'failed' | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const [pending, startTransition] = useTransition()
  const add = useRef<HTMLButtonElement>(null)
  const factor = typeof begun === 'string' ? null : begun
  const why = typeof begun === 'string' ? begun : null

  function close() {
    flushSync(() => {
      setBegun(null)
      setRemoving(null)
    })
    add.current?.focus()
  }
  const begin = () =>
    startTransition(async () => {
      const next = await beginFactor().catch(() => 'failed' as const)
      if (next === 'signed-out') redirectToLogin()
      else setBegun(next)
    })

  return (
    <div className="grid gap-4">
      {phones.length > 0 && (
        <ul aria-label="Your phones" className="divide-y divide-border/70">
          {phones.map((phone) => (
            <li key={phone.id} className="py-2">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="font-medium">{phone.name}</span>
                <span className="flex-1 text-muted-foreground">
                  since {phone.since}, {phone.used}
                </span>
                {removing !== phone.id && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Remove ${phone.name}`}
                    onClick={() => setRemoving(phone.id)}
                  >
                    Remove
                  </Button>
                )}
              </div>
              {removing === phone.id && (
                <RemovePhone phone={phone} isLast={phones.length === 1} onClose={close} />
              )}
            </li>
          ))}
        </ul>
      )}
      {why && (
        <Alert variant="destructive" role="alert">
          {why === 'off' ? OFF : FAILED}
        </Alert>
      )}
      {factor ? (
        <AddPhone factor={factor} onClose={close} />
      ) : (
        <div>
          <ActionButton ref={add} variant="outline" size="sm" pending={pending} onClick={begin}>
            {why ? (
              'Try again'
            ) : phones.length === 0 ? (
              'Add a code from your phone'
            ) : (
              <>
                <Plus aria-hidden className="size-4" /> Add a code from another phone
              </>
            )}
          </ActionButton>
        </div>
      )}
    </div>
  )
}

/** Submits the code of a form to `action`, and shows the error below the field. */
function useProof(
  action: (input: Proof) => Promise<ActionResult>,
  failure: string,
  id: string,
  onDone: () => void,
) {
  const { run, pending } = useAdminAction()
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  function onSubmit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('code') as string
    run(() => action({ id, code }), {
      failure,
      onResult(result) {
        setError('problem' in result ? result.problem : undefined)
        if ('problem' in result) form.current?.querySelector<HTMLInputElement>('[name=code]')?.select()
        if ('message' in result) onDone()
      },
    })
  }
  return { error, pending, form: { ref: form, onSubmit, noValidate: true } }
}

function AddPhone({ factor, onClose }: { factor: NewFactor; onClose: () => void }) {
  const { error, pending, form } = useProof(addFactor, 'Failed to add the code', factor.id, onClose)
  const { isChanged, handlers } = useIsChanged()
  const id = useId()
  const { svg, size } = factor.qr
  const key = factor.secret.match(/.{1,4}/g)?.join(' ')
  return (
    <form
      {...form}
      {...handlers}
      className="flex flex-wrap gap-x-6 gap-y-5 rounded-lg border bg-card p-3 sm:p-4"
    >
      <img
        alt="QR code with the key"
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        width={size}
        height={size}
        className="shrink-0 self-start rounded-lg outline-1 outline-border"
      />
      <div className="grid min-w-0 flex-1 basis-64 justify-items-start gap-4">
        <p className="text-muted-foreground">
          Scan it with an app for codes; a password manager is one.{' '}
          <a href={factor.uri} className="underline underline-offset-4 sm:hidden">
            On this phone, open the app
          </a>
        </p>
        <div>
          <p className="font-medium">Or type this key</p>
          <div className="flex flex-wrap items-center gap-x-3">
            <code className="[overflow-wrap:anywhere]">{key}</code>
            <Button
              type="button"
              variant="ghost"
              size="sm"
              onClick={() => void copyText(factor.secret, 'Key copied')}
            >
              <Copy aria-hidden className="size-4" /> Copy
            </Button>
          </div>
        </div>
        <CodeField id={`${id}-code`} density="dense" className="w-40" autoFocus error={error} hint="" />
        <div className="flex flex-wrap gap-3">
          <SaveButton isChanged={isChanged} pending={pending}>
            Add it
          </SaveButton>
          <Button type="button" variant="ghost" size="sm" onClick={onClose}>
            Cancel
          </Button>
        </div>
        <p className="text-muted-foreground">Adding it signs you out wherever else you are signed in.</p>
      </div>
    </form>
  )
}

function RemovePhone({ phone, isLast, onClose }: { phone: Phone; isLast: boolean; onClose: () => void }) {
  const { error, pending, form } = useProof(removeFactor, 'Failed to remove the code', phone.id, onClose)
  const id = useId()
  return (
    <form {...form} className="mt-1 grid gap-3 rounded-lg bg-muted p-3">
      <p>
        {isLast ? 'Without it your password alone opens the admin.' : 'Your other phone’s code stays.'} Type a
        code, so that nobody else removes it.
      </p>
      <p className="text-muted-foreground">Removing it signs you out wherever else you are signed in.</p>
      <CodeField id={`${id}-code`} density="dense" className="w-40" autoFocus error={error} hint="" />
      <div className="flex flex-wrap gap-3">
        <Button type="button" variant="outline" size="sm" onClick={onClose}>
          Keep it
        </Button>
        <ActionButton type="submit" variant="destructive" size="sm" pending={pending}>
          Remove it
        </ActionButton>
      </div>
    </form>
  )
}
