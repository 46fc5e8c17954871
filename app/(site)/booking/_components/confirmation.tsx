import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Sent, SubmitResult } from '@/lib/booking/form'
import { describeNext, describeSent } from '@/lib/booking/sent'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { Ticket } from './ticket'

type ConfirmationProps = {
  sent: Sent
  /** Whether it has just been stored: it then takes the focus. */
  fresh: boolean
  /** Whether a toast says the sentence. */
  toasted: boolean
  hydrated: boolean
  zone: string | null
  onClose: () => void
}

/** What is stored and what happens next, above the form until it is closed. */
export function Confirmation({ sent, fresh, toasted, hydrated, zone, onClose }: ConfirmationProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (fresh) panel.current?.focus()
  }, [fresh])
  const { title, message } = describeSent(sent)
  const next = describeNext(sent)
  const call = sent.kind === 'booking' && sent.status !== 'cancelled' ? sent : null

  return (
    <section
      ref={panel}
      id="confirmation"
      tabIndex={-1}
      aria-labelledby="confirmation-title"
      className="sheet"
    >
      {sent.kind === 'booking' && <Ticket slot={sent} zone={zone} />}
      <div className="flex flex-col items-start gap-4 max-md:mt-6 md:p-5 lg:p-8">
        <h2 id="confirmation-title" className="text-title">
          {title}
        </h2>
        {!(fresh && toasted) && <p>{message}</p>}
        {next && <p className="[overflow-wrap:anywhere]">{next}</p>}
        {call?.manage && (
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <a href={call.manage} className="link inline-flex min-h-11 items-center">
              Change or cancel this call
            </a>
            {hydrated && <CopyLink path={call.manage} />}
          </p>
        )}
        <p className="mt-auto flex flex-wrap gap-3">
          {call?.manage && (
            <a href={`${call.manage}/call.ics`} download className={buttonVariants({ variant: 'secondary' })}>
              Add to your calendar
            </a>
          )}
          {hydrated && (
            <button type="button" onClick={onClose} className={buttonVariants({ variant: 'outline' })}>
              {sent.status === 'cancelled' ? 'Book again' : 'Close'}
            </button>
          )}
        </p>
      </div>
    </section>
  )
}

/** Copies the link to the visitor's page of the call. Without https browsers have no clipboard for pages. */
function CopyLink({ path }: { path: string }) {
  const [result, setResult] = useState('')
  if (!isSecureContext) return null
  async function copy() {
    await navigator.clipboard.writeText(location.origin + path).then(
      () => setResult('Link copied'),
      () => setResult('The browser did not let us copy it'),
    )
  }
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        className={buttonVariants({ variant: 'outline', size: 'sm' })}
      >
        {result || 'Copy link'}
      </button>
      <span role="status" className="sr-only">
        {result}
      </span>
    </>
  )
}

interface Shown {
  sent: Sent
  /** Stored a moment ago, rather than kept from before. */
  fresh: boolean
  toasted: boolean
}

const KEY = 'booking-confirmation'
const never = () => () => {}

/** What this tab kept, unless its day is over. */
function parse(text: string | null, today: string): Shown | null {
  try {
    const sent = JSON.parse(text ?? 'null') as Sent | null
    const holds = sent?.kind === 'inquiry' || (sent?.kind === 'booking' && sent.date >= today)
    return holds ? { sent, fresh: false, toasted: false } : null
  } catch {
    return null
  }
}

/** For when the booking has become another one by its link: this tab no longer shows what was stored at first. */
export function forgetConfirmation(): void {
  writeStorage('sessionStorage', KEY, null)
}

/**
 * The confirmation of what was stored last, kept in this tab until it is closed: over a reload and a look at other pages. `state` is a form's
 * that was sent without JavaScript.
 */
export function useKeptConfirmation(state: SubmitResult, today: string) {
  const posted = state.status === 'success' ? state.data.sent : null
  const [now, setNow] = useState<Shown | null | undefined>(
    posted ? { sent: posted, fresh: true, toasted: false } : undefined,
  )
  const kept = useSyncExternalStore(
    never,
    () => readStorage('sessionStorage', KEY),
    () => null,
  )
  useEffect(() => {
    if (posted) writeStorage('sessionStorage', KEY, JSON.stringify(posted))
  }, [posted])

  return {
    shown: now === undefined ? parse(kept, today) : now,
    show(sent: Sent, toasted: boolean) {
      writeStorage('sessionStorage', KEY, JSON.stringify(sent))
      setNow({ sent, fresh: true, toasted })
    },
    close() {
      forgetConfirmation()
      setNow(null)
    },
  }
}
