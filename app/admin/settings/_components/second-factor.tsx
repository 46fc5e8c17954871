'use client'

import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { NewFactor } from '@/lib/sign-in/factors'
import { ActionButton } from '../../_components/action-button'
import { redirectToLogin } from '../../_components/redirect-to-login'
import { beginPhone } from '../second-factor-actions'
import { AddPhone, RemovePhone } from './phone-forms'

export interface Phone {
  id: string
  name: string
  /** In words, like `used`. */
  since: string
  used: string
}

const FAILED = 'Nothing was added. Please try again.'

export function SecondFactor({ phones }: { phones: Phone[] }) {
  const [factor, setFactor] = useState<NewFactor | null>(null)
  /** Why the last press of the button added nothing. */
  const [why, setWhy] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const add = useRef<HTMLButtonElement>(null)

  function close() {
    flushSync(() => {
      setFactor(null)
      setWhy(null)
      setRemoving(null)
    })
    add.current?.focus()
  }
  async function begin() {
    setPending(true)
    const result = await beginPhone().catch(() => null)
    setPending(false)
    if (result?.kind === 'signed-out') return redirectToLogin()
    setFactor(result?.kind === 'done' ? result.factor : null)
    setWhy(result?.kind === 'done' ? null : result?.kind === 'failed' ? result.failed : FAILED)
  }

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
                <RemovePhone id={phone.id} isLast={phones.length === 1} onClose={close} />
              )}
            </li>
          ))}
        </ul>
      )}
      {why && (
        <Alert variant="destructive" role="alert">
          {why}
        </Alert>
      )}
      {factor ? (
        <AddPhone factor={factor} hasPhone={phones.length > 0} onClose={close} />
      ) : (
        <div>
          <ActionButton ref={add} variant="outline" size="sm" pending={pending} onClick={begin}>
            {!why && phones.length > 0 && <Plus aria-hidden className="size-4" />}
            {/* In an element of its own, because a translator may have replaced the text. */}
            <span>
              {why
                ? 'Try again'
                : phones.length === 0
                  ? 'Add a code from your phone'
                  : 'Add a code from another phone'}
            </span>
          </ActionButton>
        </div>
      )}
    </div>
  )
}
