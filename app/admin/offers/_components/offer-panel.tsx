'use client'

import { useEffect, useRef, useState } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { useHydrated } from '@/components/use-hydrated'
import type { OfferStatus } from '@/lib/offers/state'
import { MoreMenu } from '../../_components/more-menu'
import { AcceptanceForm, type SentOffer, WithdrawForm } from './sent-forms'

interface OfferPanelProps extends SentOffer {
  /** The request's id; null after the person's erasure. */
  request: string | null
  status: OfferStatus
  /** True if a founder has to send a mail about it. */
  hasMailToSend: boolean
  /** The `mailto:` URL of the mail that a founder has sent. */
  sentMail: string | null
  buttons: React.ReactNode
  hint: string
  children: React.ReactNode
}

export function OfferPanel({ request, status, hasMailToSend, sentMail, ...props }: OfferPanelProps) {
  const { buttons, hint, children, ...offer } = props
  const [form, setForm] = useState<'acceptance' | 'withdrawal' | null>(null)
  const section = useRef<HTMLElement>(null)
  const shown = `${status} ${hasMailToSend && offer.version}`
  // A pressed button that has gone loses the focus. A new letter takes it from the form that is folded.
  const before = useRef(useHydrated() ? '' : shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (hasMailToSend || document.activeElement === document.body) section.current?.focus()
    ignorePresses(section.current)
  }, [shown, hasMailToSend])

  const canAccept = status === 'open' || status === 'expired'
  const more = [
    sentMail && { name: 'Write an email', href: sentMail },
    canAccept && { name: 'They accepted by email', onPress: () => setForm('acceptance') },
    status === 'open' && { name: 'Withdraw it', isDestructive: true, onPress: () => setForm('withdrawal') },
  ]
  const toForm = { ...offer, onClose: () => setForm(null) }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="What to do"
      className="grid gap-2.5 rounded-xl border border-border bg-card p-3 text-card-foreground sm:p-4"
    >
      <div role="status" className="grid gap-0.5 [overflow-wrap:anywhere]">
        {children}
      </div>
      {request && (
        <div className="flex flex-wrap gap-2 empty:hidden max-sm:gap-1.5">
          {buttons}
          <MoreMenu groups={[more]} />
        </div>
      )}
      {canAccept && request && (
        <AcceptanceForm {...toForm} request={request} isOpen={form === 'acceptance'} />
      )}
      {status === 'open' && <WithdrawForm {...toForm} isOpen={form === 'withdrawal'} />}
      {hint && <p className="text-muted-foreground">{hint}</p>}
    </section>
  )
}
