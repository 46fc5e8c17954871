import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { ReloadButton } from '@/components/reload-button'
import { alertVariants } from '@/components/ui/alert-variants'
import { useHydrated } from '@/components/use-hydrated'
import { useJustOpened } from '@/components/use-just-opened'
import type { SubmitResult } from '@/lib/booking/form'
import { mailHref } from '@/lib/booking/mailto'
import { encodeSlot, offerNear, type TimeSlot } from '@/lib/booking/slots'
import { site } from '@/lib/content/studio'
import { TimeTile } from './time-tile'

type SubmitFailedProps = {
  state: Extract<SubmitResult, { status: 'error' }>
  outdated: boolean
  toasted: boolean
  today: string
  zone: string | null
  hidden: boolean
}

export function SubmitFailed({ state, outdated, toasted, today, zone, hidden }: SubmitFailedProps) {
  const { message, detail, entries, fields } = state
  const alternatives = offerNear(state.alternatives ?? [], zone)
  const box = useRef<HTMLDivElement>(null)
  const atField = Object.keys(fields ?? {}).length > 0
  useEffect(() => {
    // The error may be outside the visible part of the page. An invalid field has the focus instead.
    if (!atField) box.current?.scrollIntoView({ block: 'nearest' })
  }, [state, atField])
  return (
    <div
      ref={box}
      // After a post without JavaScript the browser then starts here. React focuses only buttons and fields.
      autoFocus
      tabIndex={-1}
      role={toasted ? 'group' : 'alert'}
      aria-label="Not sent"
      className={alertVariants({
        variant: 'destructive',
        className: clsx(hidden && 'invisible', toasted && atField && 'max-md:hidden'),
      })}
    >
      <p className="font-semibold">{message}</p>
      {detail && <p>{detail}</p>}
      {alternatives.length > 0 && (
        <>
          <p className="mt-3">These times are free. One press books it.</p>
          {/* Other times get a new list, which disables its buttons for a moment again. */}
          <ul key={alternatives.map(encodeSlot).join()} className="mt-2 grid gap-2">
            {alternatives.map((slot) => (
              <li key={encodeSlot(slot)}>
                <Alternative slot={slot} zone={zone} />
              </li>
            ))}
          </ul>
        </>
      )}
      {outdated && (
        <p className="mt-3">
          <ReloadButton />
        </p>
      )}
      {detail && entries && !outdated && alternatives.length === 0 && (
        <p className="mt-3">
          <a href={mailHref(site.email, entries, today)} className="link">
            Email {site.email} with your text
          </a>
        </p>
      )}
    </div>
  )
}

/** Disabled for a moment, because it may have appeared under the pointer that pressed another button. */
function Alternative({ slot, zone }: { slot: TimeSlot; zone: string | null }) {
  const justOpened = useJustOpened()
  const hydrated = useHydrated()
  return (
    <button
      type="submit"
      formNoValidate
      disabled={hydrated && justOpened}
      name="instead"
      value={encodeSlot(slot)}
      className="slot enabled-late w-full disabled:pointer-events-none disabled:opacity-50"
    >
      <TimeTile slot={slot} zone={zone} />
    </button>
  )
}
