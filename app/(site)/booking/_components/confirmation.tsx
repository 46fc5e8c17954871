import { useEffect, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import type { Sent } from '@/lib/booking/form'
import { inviteHref } from '@/lib/booking/view'
import { Ticket } from './ticket'

type ConfirmationProps = {
  message: string
  data: { sent: Sent }
  zone: string | null
  onClose: () => void
}

/** What was stored, above the form until it is closed; it takes the focus when it appears. */
export function Confirmation({ message, data: { sent }, zone, onClose }: ConfirmationProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="confirmation-title"
      id="confirmation"
      className="rounded-xl border border-border bg-card p-6"
    >
      <h2 id="confirmation-title" className="text-title">
        {sent.kind === 'booking' ? 'Booking created successfully' : 'Inquiry submitted successfully'}
      </h2>
      <p className="mt-2 hidden noscript:block">{message}</p>
      {sent.kind === 'booking' && <Ticket choice={sent} zone={zone} />}
      <p className="mt-3">
        Status: <Badge tone="yellow">{sent.status}</Badge>
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {sent.kind === 'booking' && (
          <a href={inviteHref(sent)} download className={buttonClass({ variant: 'solid' })}>
            Add to calendar
          </a>
        )}
        <Button variant="outline" onClick={onClose} className="noscript:hidden">
          Close
        </Button>
      </p>
    </section>
  )
}
