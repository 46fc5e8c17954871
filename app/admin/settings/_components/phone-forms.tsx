'use client'

import { Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { CodeField } from '@/components/code-field'
import { PasswordField } from '@/components/password-field'
import { Button } from '@/components/ui/button'
import type { NewFactor } from '@/lib/sign-in/factors'
import type { ActionResult, InvalidField } from '../../action-result'
import { ActionButton } from '../../_components/action-button'
import { copyText } from '../../_components/copy-text'
import { SaveButton } from '../../_components/save-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { useIsChanged } from '../../_components/use-is-changed'
import { addFactor, removeFactor } from '../second-factor-actions'

/**
 * A form that adds or removes a phone. `act` gets a function that reads what was typed in a field. Shows a
 * problem below its field.
 */
function usePhoneForm(
  failure: string,
  act: (typed: (field: string) => string) => Promise<ActionResult>,
  onDone: () => void,
) {
  const { run, pending } = useAdminAction()
  const [invalid, setInvalid] = useState<InvalidField>()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  function onSubmit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    run(() => act((field) => entries.get(field) as string), {
      failure,
      onResult(result) {
        setInvalid(result.kind === 'invalid' ? result : undefined)
        if (result.kind === 'invalid')
          form.current?.querySelector<HTMLInputElement>(`[name="${result.field}"]`)?.select()
        if (result.kind === 'done') onDone()
      },
    })
  }
  const field = (name: string) => ({
    id: `${id}-${name}`,
    name,
    density: 'dense' as const,
    error: invalid?.field === name ? invalid.problem : undefined,
  })
  return { field, pending, form: { ref: form, onSubmit, noValidate: true } }
}

/** Adds a phone; `hasPhone` is true if the account has one already. */
export function AddPhone({
  factor,
  hasPhone,
  onClose,
}: {
  factor: NewFactor
  hasPhone: boolean
  onClose: () => void
}) {
  const { field, pending, form } = usePhoneForm(
    'Failed to add the code',
    (typed) =>
      addFactor({
        id: factor.id,
        present: typed('present'),
        code: hasPhone ? typed('code') : '',
        first: typed('first'),
      }),
    onClose,
  )
  const { isChanged, handlers } = useIsChanged()
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
        <PasswordField
          {...field('present')}
          label="Your password"
          autoComplete="current-password"
          autoFocus
        />
        {hasPhone && <CodeField {...field('code')} className="w-40" hint="Of the one you have." />}
        <CodeField
          {...field('first')}
          label={hasPhone ? 'Code from the new phone' : undefined}
          className="w-40"
          hint=""
        />
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

/** Removes the phone with this id; `isLast` is true if the account has no other. */
export function RemovePhone({ id, isLast, onClose }: { id: string; isLast: boolean; onClose: () => void }) {
  const { field, pending, form } = usePhoneForm(
    'Failed to remove the code',
    (typed) => removeFactor({ id, present: typed('present'), code: typed('code') }),
    onClose,
  )
  return (
    <form {...form} className="mt-1 grid gap-3 rounded-lg bg-muted p-3">
      <p>
        {isLast
          ? 'Without it your password alone opens the admin.'
          : 'Your other phone’s code stays: type that.'}
      </p>
      <p className="text-muted-foreground">Removing it signs you out wherever else you are signed in.</p>
      <PasswordField {...field('present')} label="Your password" autoComplete="current-password" autoFocus />
      <CodeField {...field('code')} className="w-40" hint="" />
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
