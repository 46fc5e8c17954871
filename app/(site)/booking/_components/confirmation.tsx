import { useEffect, useRef } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Sent } from '@/lib/booking/form'
import { describeSent } from '@/lib/booking/sent'
import { inviteHref } from '@/lib/booking/view'
import { Ticket } from './ticket'

type ConfirmationProps = {
  /** The sentence, where no toast says it. */
  message: string | null
  sent: Sent
  zone: string | null
  onClose: () => void
}

const tones = { confirmed: 'green', cancelled: 'red' } as const

/** What is stored, above the form until it is closed. It takes the focus when it appears. */
export function Confirmation({ message, sent, zone, onClose }: ConfirmationProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const { kind, status, repeat } = sent
  const isHeld = kind === 'booking' && status !== 'cancelled'

  return (
    <section
      ref={panel}
      id="confirmation"
      tabIndex={-1}
      aria-labelledby="confirmation-title"
      className="sheet"
    >
      {kind === 'booking' && <Ticket choice={sent} zone={zone} />}
      <div className="flex flex-col items-start gap-4 max-md:mt-6 md:p-5 lg:p-8">
        <h2 id="confirmation-title" className="text-title">
          {describeSent(sent).title}
        </h2>
        {message && <p>{message}</p>}
        <p>
          Status:{' '}
          <span
            className={`tag tag-${status === 'confirmed' || status === 'cancelled' ? tones[status] : 'yellow'}`}
          >
            {status}
          </span>
        </p>
        {isHeld && repeat !== 'unchanged' && (
          <p className="text-muted-foreground">The time is held for you: nobody else can book it now.</p>
        )}
        <p className="mt-auto flex flex-wrap gap-3">
          {isHeld && (
            <a href={inviteHref(sent)} download className={buttonVariants({ variant: 'secondary' })}>
              Add to your calendar
            </a>
          )}
          <button
            type="button"
            onClick={onClose}
            className={buttonVariants({ variant: 'outline', className: 'noscript:hidden' })}
          >
            {status === 'cancelled' ? 'Book again' : 'Close'}
          </button>
        </p>
      </div>
    </section>
  )
}
