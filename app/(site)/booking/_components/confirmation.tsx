import { useEffect, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import type { Sent } from '@/lib/booking/form'
import { inviteHref } from '@/lib/booking/view'
import { Ticket } from './ticket'

type ConfirmationProps = {
  /** The spec's sentence, where no toast can say it. */
  message: string | null
  sent: Sent
  zone: string | null
  onClose: () => void
}

/** What was stored, above the form until it is closed. It takes the focus when it appears. */
export function Confirmation({ message, sent, zone, onClose }: ConfirmationProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])

  return (
    <section
      ref={panel}
      id="confirmation"
      tabIndex={-1}
      aria-labelledby="confirmation-title"
      className="sheet"
    >
      {sent.kind === 'booking' && <Ticket choice={sent} zone={zone} />}
      <div className="flex flex-col items-start gap-4 max-md:mt-6 md:p-5 lg:p-8">
        <h2 id="confirmation-title" className="text-title">
          {sent.kind === 'booking' ? 'Booking created successfully' : 'Inquiry submitted successfully'}
        </h2>
        {message && <p>{message}</p>}
        <p>
          Status: <Badge tone="yellow">{sent.status}</Badge>
        </p>
        {sent.kind === 'booking' && (
          <p className="text-muted-foreground">The time is held for you: nobody else can book it now.</p>
        )}
        <p className="mt-auto flex flex-wrap gap-3">
          {sent.kind === 'booking' && (
            <a href={inviteHref(sent)} download className={buttonClass({ variant: 'solid' })}>
              Add to your calendar
            </a>
          )}
          <Button variant="outline" onClick={onClose} className="noscript:hidden">
            Close
          </Button>
        </p>
      </div>
    </section>
  )
}
