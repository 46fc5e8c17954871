'use client'

import { Copy } from 'lucide-react'
import { CodeField } from '@/components/code-field'
import { SubmitButton } from '@/components/form'
import { PasswordField } from '@/components/password-field'
import { Button } from '@/components/ui/button'
import type { NewFactor } from '@/lib/sign-in/factors'
import { AdminForm } from '../../_components/admin-form'
import { CopyButton } from '../../_components/copy-button'
import { addFactor, removeFactor } from '../second-factor-actions'

/** `hasPhone` is true if the account has one already. */
export function AddPhone({
  factor,
  hasPhone,
  onClose,
}: {
  factor: NewFactor
  hasPhone: boolean
  onClose: () => void
}) {
  const { svg, size } = factor.qr
  const key = factor.secret.match(/.{1,4}/g)?.join(' ')
  return (
    <AdminForm
      seen={null}
      send={({ present = '', code = '', first = '' }) => addFactor({ id: factor.id, present, code, first })}
      options={{
        failure: 'Failed to add the code',
        onResult: ({ kind }) => kind === 'done' && onClose(),
      }}
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
            <CopyButton variant="ghost" text={factor.secret} done="Key copied">
              <Copy aria-hidden className="size-4" /> Copy
            </CopyButton>
          </div>
        </div>
        <PasswordField name="present" label="Your password" autoComplete="current-password" autoFocus />
        {hasPhone && <CodeField className="w-40" hint="Of the one you have." />}
        <CodeField
          name="first"
          label={hasPhone ? 'Code from the new phone' : undefined}
          className="w-40"
          hint=""
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Add it</SubmitButton>
          <Button type="button" variant="ghost" size="sm" onClick={onClose}>
            Cancel
          </Button>
        </div>
        <p className="text-muted-foreground">Adding it signs you out wherever else you are signed in.</p>
      </div>
    </AdminForm>
  )
}

/** `isLast` is true if the account has no other. */
export function RemovePhone({ id, isLast, onClose }: { id: string; isLast: boolean; onClose: () => void }) {
  return (
    <AdminForm
      seen={null}
      send={({ present = '', code = '' }) => removeFactor({ id, present, code })}
      options={{
        failure: 'Failed to remove the code',
        onResult: ({ kind }) => kind === 'done' && onClose(),
      }}
      className="mt-1 grid gap-3 rounded-lg bg-muted p-3"
    >
      <p>
        {isLast
          ? 'Without it your password alone opens the admin.'
          : 'Your other phone’s code stays: type that.'}
      </p>
      <p className="text-muted-foreground">Removing it signs you out wherever else you are signed in.</p>
      <PasswordField name="present" label="Your password" autoComplete="current-password" autoFocus />
      <CodeField className="w-40" hint="" />
      <div className="flex flex-wrap gap-3">
        <Button type="button" variant="outline" size="sm" onClick={onClose}>
          Keep it
        </Button>
        <SubmitButton variant="destructive">Remove it</SubmitButton>
      </div>
    </AdminForm>
  )
}
